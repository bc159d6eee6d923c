// Decoding of bytes that no honest peer sends, and of those that an honest one may.

#include "wire/thrift_io.h"

#include "base/limits.h"
#include "base/rng.h"
#include "golden.h"
#include "wire/rpc_names.h"

namespace bridle::internal::wire {
namespace {

using absl::StatusCode;
using test::FailsWith;
using test::IsOk;
using testing::HasSubstr;

TEST(ThriftIoTest, A58_OkWithoutAResultIsNeverASuccess) {
  for (const char* hex : {"", "00"}) {
    const std::string bytes = fromHex(hex);
    EXPECT_EQ(decodeResult<update_response>(bytes).status().code(), StatusCode::kDataLoss);
    EXPECT_EQ(decodeResult<multi_remove_response>(bytes).status().code(), StatusCode::kDataLoss);
    EXPECT_EQ(decodeResult<incr_response>(bytes).status().code(), StatusCode::kDataLoss);
    EXPECT_EQ(decodeResult<check_and_set_response>(bytes).status().code(), StatusCode::kDataLoss);
    EXPECT_EQ(decodeResult<check_and_mutate_response>(bytes).status().code(),
              StatusCode::kDataLoss);
  }
  EXPECT_THAT(decodeResult<update_response>(fromHex("00")),
              FailsWith(StatusCode::kDataLoss, HasSubstr("there is no result")));
}

TEST(ThriftIoTest, A65_RemoveIsAnsweredByAnUpdateResponse) {
  // Error 0, app 2, partition 3, decree 4, server at field 5.
  const std::string frame = fromHex(
      "0000006d000000064552525f4f4b80010002000000185250435f525244425f525244425f52454d4f56455f41434b"
      "000000070c0000080001000000000800020000000208000300000003"
      "0a000400000000000000040b00050000000f6c6f63616c686f73743a32353830330000");
  const absl::StatusOr<Reply> reply = decodeReply(frame);
  ASSERT_THAT(reply, IsOk());
  EXPECT_EQ(reply->ack, "RPC_RRDB_RRDB_REMOVE_ACK");
  const absl::StatusOr<update_response> removed = decodeResult<update_response>(reply->result);
  ASSERT_THAT(removed, IsOk());
  EXPECT_EQ(removed->error, 0);
  EXPECT_EQ(removed->app_id, 2);
  EXPECT_EQ(removed->partition_index, 3);
  EXPECT_EQ(removed->decree, 4);
  EXPECT_EQ(removed->server, "localhost:25803");
}

TEST(ThriftIoTest, TheResultMustBeField0OfTypeStruct) {
  for (const char* hex : {"0c000100"
                          "00",
                          "0a00000000000000000000"
                          "00",
                          "0b00000000000000"}) {
    EXPECT_THAT(decodeResult<update_response>(fromHex(hex)),
                FailsWith(StatusCode::kDataLoss, HasSubstr("there is no result")))
        << hex;
  }
}

TEST(ThriftIoTest, IdAndTypeOfTheArgumentDoNotMatterAsForServers) {
  EXPECT_EQ(*decodeBlobArgs(fromHex("0b00070000000161"
                                    "00")),
            "a");
  EXPECT_THAT(decodeBlobArgs(fromHex("00")),
              FailsWith(StatusCode::kDataLoss, HasSubstr("there is no argument")));
  EXPECT_THAT(decodeBlobArgs(fromHex("0c00010000000161"
                                     "0c0002")),
              FailsWith(StatusCode::kDataLoss, HasSubstr("second field")));
}

TEST(ThriftIoTest, BytesBehindTheStructAreIgnored) {
  EXPECT_EQ(*decodeBlobArgs(fromHex("0c00010000000161"
                                    "00"
                                    "ffffff")),
            "a");
  EXPECT_EQ(decodeResult<scan_response>(fromHex("0c00000a0003fffffffffffffffe0000"
                                                "ff"))
                ->context_id,
            -2);
}

TEST(ThriftIoTest, AbsentFieldsKeepTheirDefaults) {
  const absl::StatusOr<app_info> table = decodeArgs<app_info>(fromHex("0c00010000"));
  ASSERT_THAT(table, IsOk());
  EXPECT_EQ(*table, app_info());
  EXPECT_EQ(table->init_partition_count, -1);
  EXPECT_FALSE(table->__isset.duplicating);
  EXPECT_EQ(decodeResult<query_cfg_response>(fromHex("0c00000000"))->err.value(),
            ServerError::kUnknown);
}

TEST(ThriftIoTest, UnknownFieldsOfPlainTypesAreSkipped) {
  // bool, byte, double, i16, i32, i64, string, map, set and list, then context id.
  const std::string bytes = fromHex(
      "0c0000"
      "020065"
      "01"
      "030065"
      "01"
      "040065"
      "0000000000000000"
      "060065"
      "0001"
      "080065"
      "00000001"
      "0a0065"
      "0000000000000001"
      "0b0065"
      "0000000161"
      "0d0065"
      "0b08000000010000000161"
      "00000001"
      "0e0065"
      "08000000010000000f"
      "0f0065"
      "0f0000000108000000010000000f"
      "0a0003"
      "0000000000000005"
      "00"
      "00");
  const absl::StatusOr<scan_response> decoded = decodeResult<scan_response>(bytes);
  ASSERT_THAT(decoded, IsOk());
  EXPECT_EQ(decoded->context_id, 5);
}

TEST(ThriftIoTest, AKnownFieldOfAnotherTypeIsSkipped) {
  const auto decoded =
      decodeResult<scan_response>(fromHex("0c0000"
                                          "0a0001"
                                          "0000000000000009"
                                          "0000"));
  ASSERT_THAT(decoded, IsOk());
  EXPECT_EQ(decoded->error, 0);
}

TEST(ThriftIoTest, AnUnknownFieldThatMayBeASpecialTypeIsRefused) {
  const char* const fields[] = {
      "0c0063"
      "0000000161",  // a blob, or an address, or a struct
      "0f0063"
      "0c00000001"
      "0000000161",  // a list of them
      "0d0063"
      "080c00000001"
      "00000001"
      "00",  // a map to them
      "0e0063"
      "0f00000001"
      "0c00000001"
      "00",  // a set of lists of them
  };
  for (const char* field : fields) {
    const std::string in_partition =
        "0c0000"
        "0f00050c00000001" +
        std::string(field) + "000000";
    EXPECT_THAT(decodeResult<query_cfg_response>(fromHex(in_partition)),
                FailsWith(StatusCode::kDataLoss, HasSubstr("unknown field of type struct")))
        << field;
    const std::string in_node =
        "0c0000"
        "0f00020c00000001" +
        std::string(field) + "000000";
    EXPECT_THAT(decodeResult<configuration_list_nodes_response>(fromHex(in_node)),
                FailsWith(StatusCode::kDataLoss, HasSubstr("unknown field of type struct")))
        << field;
  }
}

TEST(ThriftIoTest, AListThatCannotFitIntoTheRestIsRefusedBeforeItIsReserved) {
  // Lists of pairs, of blobs, of addresses and of texts, with counts up to the largest.
  for (const char* count : {"00000040", "40000001", "7fffffff", "80000000", "ffffffff"}) {
    const std::string n = count;
    EXPECT_EQ(decodeResult<scan_response>(fromHex("0c0000"
                                                  "0f00020c" +
                                                  n + "0000"))
                  .status()
                  .code(),
              StatusCode::kDataLoss);
    EXPECT_EQ(decodeArgs<multi_remove_request>(fromHex("0c0001"
                                                       "0f00020c" +
                                                       n + "0000"))
                  .status()
                  .code(),
              StatusCode::kDataLoss);
    EXPECT_EQ(decodeArgs<query_cfg_request>(fromHex("0c0001"
                                                    "0f000208" +
                                                    n + "0000"))
                  .status()
                  .code(),
              StatusCode::kDataLoss);
    EXPECT_EQ(decodeArgs<app_info>(fromHex("0c0001"
                                           "0d00060b0b" +
                                           n + "0000"))
                  .status()
                  .code(),
              StatusCode::kDataLoss);
  }
}

TEST(ThriftIoTest, AListOverTheLimitIsRefusedEvenIfItFits) {
  std::string bytes = fromHex(
                          "0c0000"
                          "0f00020c") +
                      std::string(4, '\0');
  storeBigEndian(&bytes[bytes.size() - 4], limits::kMaxListItems + 1);
  bytes.append(2 * std::size_t{limits::kMaxListItems}, '\0');
  EXPECT_THAT(
      decodeResult<scan_response>(bytes),
      FailsWith(StatusCode::kDataLoss,
                HasSubstr("1048577 items; 2097152 bytes are left, and the limit is 1048576")));
}

TEST(ThriftIoTest, ALongStringIsRefusedBeforeItIsReserved) {
  for (const char* length : {"00000002", "7fffffff", "80000000", "ffffffff"}) {
    EXPECT_EQ(decodeBlobArgs(fromHex("0c0001" + std::string(length) + "00")).status().code(),
              StatusCode::kDataLoss);
  }
}

TEST(ThriftIoTest, NestingIsBounded) {
  std::string lists = fromHex(
      "0c0000"
      "0f0063");
  for (int i = 0; i < 100'000; ++i) lists += fromHex("0f00000001");
  EXPECT_EQ(decodeResult<scan_response>(lists).status().code(), StatusCode::kDataLoss);
}

TEST(ThriftIoTest, AnErrorSaysWhatWasDecodedAndWhereItBroke) {
  EXPECT_THAT(decodeResult<scan_response>(fromHex("0c0000"
                                                  "08000100")),
              FailsWith(StatusCode::kDataLoss,
                        HasSubstr("a reply of 7 bytes: the bytes end too early, at byte 6")));
}

TEST(ThriftIoTest, A61_RowsOfAScanKeepAnyBytes) {
  Rng rng(61);
  const auto random_blob = [&rng] {
    std::string bytes(rng.below(40), ' ');
    for (char& byte : bytes) byte = static_cast<char>(rng.below(256));
    return blob(std::move(bytes));
  };
  scan_response rows;
  rows.kvs.resize(500);
  for (key_value& row : rows.kvs) {
    row.key = random_blob();
    row.value = random_blob();
  }
  const auto decoded = decodeResult<scan_response>(golden::encodedResult(rows));
  ASSERT_THAT(decoded, IsOk());
  EXPECT_EQ(*decoded, rows);
}

TEST(ThriftIoTest, BlobArgumentsTakeAnyBytes) {
  const std::string blob("\0\xff\0", 3);
  std::string bytes;
  appendBlobArgs(bytes, blob);
  EXPECT_EQ(bytes, fromHex("0c00010000000300ff0000"));
  EXPECT_EQ(*decodeBlobArgs(bytes), blob);
}

}  // namespace
}  // namespace bridle::internal::wire
