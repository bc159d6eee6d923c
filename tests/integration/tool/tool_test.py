"""The bridle tool as its user runs it: results, errors, exit codes, and a cluster that fails under it."""

import os
import signal
import socket
import subprocess
import tempfile
import threading
import unittest

from processes import BRIDLE, EXAMPLES, ROOT, TIMEOUT, Onebox, TestCase, onebox, run

WORKLOAD = ["-P", "conf/workloads/workloada", "-p", "warmup=0"]
WITH_CLUSTER = ["01_quick_start", "02_callbacks", "03_coroutines", "05_batches", "06_counters",
                "07_check_and_set", "08_scan", "09_admin"]


class OneboxTest(TestCase):
    def test_ends_at_once_when_asked(self):
        for number in (signal.SIGINT, signal.SIGTERM):
            box = Onebox("--port", "0")
            box.signal(number)
            self.assertEqual(box.stop(), 0)

    def test_reads_its_file_and_flags_override(self):
        with onebox("--config", "conf/onebox.toml", "--replicas", "5") as box:
            self.assertEqual(sum(line.startswith("replica ") for line in box.lines), 5)

    def test_a_port_in_use_is_named(self):
        with onebox() as box:
            port = box.meta_servers.split(":")[1]
            self.assert_fails(run("onebox", "--port", port), 1, f"127.0.0.1:{port}", "in use")

    def test_without_anybody_to_tell_its_ports_to_it_ends(self):
        with open("/dev/full", "w") as full:
            result = subprocess.run([BRIDLE, "onebox", "--port", "0"], stdout=full, stderr=subprocess.PIPE,
                                    text=True, timeout=TIMEOUT)
        self.assertEqual(result.returncode, 1)
        self.assertEqual(result.stderr, "bridle onebox: the addresses of its servers cannot be written to "
                                        "the standard output\n")

    def test_bad_arguments_are_named(self):
        self.assert_fails(run("onebox", "--table", "t"), 2, '--table: ', '"t"')
        self.assert_fails(run("onebox", "--replicas", "99"), 2, "replicas", "99")
        self.assert_fails(run("onebox", "--fault", "eror=\"ERR_BUSY\""), 2, "eror", 'did you mean "error"')
        self.assert_fails(run("onebox", "--config", "no/such/file.toml"), 2, "no/such/file.toml")
        self.assert_fails(run("onebox", "--replication-lag", "serverlike"), 2, "replication-lag",
                          'did you mean "server-like"')

    def test_a_number_that_will_not_do_is_named_with_what_is_allowed(self):
        allowed = {"--replicas": "at least 1, at most 32", "--metas": "at least 1, at most 8",
                   "--port": "at least 0, at most 65535",
                   "--seed": "at least 0, at most 9223372036854775807",
                   "--group-check-interval-ms": "at least 1, at most 3600000"}
        for flag, range_text in allowed.items():
            for value in ("-1", "0x10", "99999999999999999999", "many", "", "nan"):
                self.assert_fails(run("onebox", flag, value), 2,
                                  f"bridle onebox: {flag}={value}: bad value; allowed: ", range_text)
        self.assert_fails(run("onebox", "--seed", "1e3"), 2, "--seed=1e3: bad value")
        self.assert_fails(run("onebox", "--port", "65535"), 2, "bridle onebox: port is 65535", "65532")

    def test_flags_without_effect_are_refused(self):
        self.assert_fails(run("onebox", "--group-check-interval-ms", "50"), 2, "--group-check-interval-ms",
                          "--replication-lag server-like")
        self.assert_fails(run("onebox", "--config", ""), 2, "--config=")
        self.assert_fails(run("onebox", "--data-dir="), 2, "--data-dir")
        self.assert_fails(run("onebox", "--data-dir", ""), 2, "--data-dir=")
        self.assert_fails(run("onebox", "--data-dir=", "--port", "0"), 2, "--data-dir", "a value is missing")
        self.assert_fails(run("onebox", "--port", "0", "--port", "1"), 2, "--port")

    def test_a_data_directory_keeps_tables_and_says_what_is_wrong(self):
        with tempfile.TemporaryDirectory() as folder:
            data = os.path.join(folder, "data")
            with onebox("--data-dir", data, "--table", "kept:4"):
                self.assert_fails(run("onebox", "--port", "0", "--data-dir", data), 1, data, "in use")
            with onebox("--data-dir", data, "--table", "kept:4"):
                pass
            self.assert_fails(run("onebox", "--port", "0", "--data-dir", data, "--table", "kept:8"), 1,
                              '"kept"', "with 4 partitions, not 8")
            self.assert_fails(run("onebox", "--port", "0", "--data-dir", data, "--replicas", "5"), 1,
                              data, "3 replica servers, not 5")
            self.assert_fails(run("onebox", "--port", "0", "--data-dir", folder), 1, folder,
                              "not of a onebox")
            self.assert_fails(run("onebox", "--port", "0", "--data-dir", "/proc/none"), 1, "/proc/none",
                              "cannot be made")


class BenchTest(TestCase):
    def test_loads_and_runs_every_workload(self):
        with onebox("--table", "usertable:8") as box:
            for name in "abcdef":
                common = ["-P", f"conf/workloads/workload{name}", "-p", "warmup=0", "-p", "threadcount=8",
                          "-p", f"meta_servers={box.meta_servers}"]
                for phase in ("load", "run"):
                    result = run("bench", phase, *common)
                    self.assertEqual(result.returncode, 0, result.stderr)
                    self.assertIn("[OVERALL], Throughput(ops/sec), ", result.stdout)
                    self.assertNotIn("FAILED", result.stdout)
                    self.assertNotIn("NOT_FOUND", result.stdout)

    def test_every_kind_of_operation(self):
        kinds = "read update insert scan readmodifywrite multiget multiset incr cas delete ttl".split()
        mix = [argument for kind in kinds for argument in ("-p", f"{kind}proportion=1")]
        result = run("bench", "run", "--onebox", "3", "-p", "recordcount=500", "-p", "operationcount=5000",
                     "-p", "warmup=0", "-p", "threadcount=8", "-p", "fieldcount=1",
                     "-p", "pegasus.records_per_hashkey=20", *mix)
        self.assertEqual(result.returncode, 0, result.stderr)
        for series in ("SCAN", "SCAN-LATENCY-PER-RECORD", "READ-MODIFY-WRITE", "MULTI-GET", "MULTI-SET", "INCR",
                       "CAS", "DELETE", "TTL"):
            self.assertIn(f"[{series}], Operations, ", result.stdout)
        self.assertNotIn("FAILED", result.stdout)

    def test_results_that_cannot_be_written_are_no_success(self):
        result = run("bench", "run", "-p", "db=noop", "-p", "recordcount=10", "-p", "operationcount=5",
                     "-p", "warmup=0", "-p", "exportfile=/dev/full")
        self.assertEqual(result.returncode, 1)
        self.assertIn("results could not be written", result.stderr)

    def test_scans_without_an_order(self):
        result = run("bench", "run", "-P", "conf/workloads/workloade", "--onebox", "3", "-p", "warmup=0",
                     "-p", "pegasus.records_per_hashkey=1", "-p", "pegasus.scan=unordered")
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertIn("[SCAN], Return=OK, ", result.stdout)

    def test_an_onebox_in_the_process_and_ycsb_spelling(self):
        result = run("bench", "-t", *WORKLOAD, "--onebox", "3", "-threads", "4")
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertIn("[READ], Return=OK", result.stdout)

    def test_compares_backup_requests(self):
        result = run("bench", "run", "-P", "conf/workloads/workloadc", "--onebox", "3", "--compare-backup",
                     "-p", "operationcount=4000", "-p", "threadcount=16", "-p", "backup_request_ms=5",
                     "-p", "warmup=0", "-p", "seed=7",
                     "--fault", 'role="primary", op="read", probability=0.01, delay_min_ms=50, delay_max_ms=100')
        self.assertEqual(result.returncode, 0, result.stderr)
        last = result.stdout.strip().splitlines()[-1]
        self.assertRegex(last, r"^RESULT p999_off_ms=[\d.]+ p999_on_ms=[\d.]+ extra_load_pct=[\d.]+ "
                               r"ops_off=[\d.]+ ops_on=[\d.]+ errors=0$")
        values = dict(part.split("=") for part in last.split()[1:])
        self.assertGreater(float(values["extra_load_pct"]), 0)
        self.assertGreater(float(values["p999_off_ms"]), 50)

    def test_what_is_wrong_is_named(self):
        self.assert_fails(run("bench", "run", *WORKLOAD), 2, "no cluster", "meta_servers")
        self.assert_fails(run("bench", "run", "-P", "no/such/file"), 2, "no/such/file")
        self.assert_fails(run("bench", "run", "-P", ""), 2, "-P: the name of the file is empty")
        self.assert_fails(run("bench", "run", *WORKLOAD, "-p", "recordcont=5"), 2, "recordcont",
                          "recordcount")
        self.assert_fails(run("bench", "run", *WORKLOAD, "-p", "meta_servers=127.0.0.1:1",
                              "-p", "operation_timeout_ms=200"), 1, "127.0.0.1:1", "refused")
        self.assert_fails(run("bench", "run", *WORKLOAD, "-p", "meta_servers=nowhere"), 2, "nowhere")
        with onebox() as box:
            self.assert_fails(run("bench", "run", *WORKLOAD, "-p", f"meta_servers={box.meta_servers}"), 1,
                              'table "usertable" does not exist')

    def test_flags_that_do_not_go_together_are_refused(self):
        run_on = ["bench", "run", *WORKLOAD, "--onebox", "3"]
        self.assert_fails(run(*run_on, "-p", "meta_servers=127.0.0.1:1"), 2, "meta_servers=127.0.0.1:1",
                          "--onebox")
        self.assert_fails(run(*run_on, "--db", "noop"), 2, "db=noop", "--onebox")
        self.assert_fails(run("bench", "run", *WORKLOAD, "--config", ""), 2, "--config=")
        self.assert_fails(run("bench", "run", *WORKLOAD, "--fault", "drop=true"), 2, "--fault", "--onebox")
        for replicas in ("0", "33", "-1", "0x3", "1e1", "three", ""):
            self.assert_fails(run("bench", "run", *WORKLOAD, "--onebox", replicas), 2,
                              f"bridle bench: --onebox={replicas}: bad value", "at least 1, at most 32")
        self.assert_fails(run("bench", "run", *WORKLOAD, "-target", "100"), 2, "target=100", "closed loop")


class UsageTest(TestCase):
    def test_an_unknown_word_is_named_with_what_was_meant(self):
        for arguments, *parts in (
                (["onbox"], "bridle: unknown command onbox", 'did you mean "onebox"', "bridle --help"),
                (["bench", "walk"], "bridle bench: unknown command walk", "known are load, run"),
                (["bench", "run", "--thread", "4"], "bridle bench run: unknown option --thread",
                 "did you mean --threads?", "see bridle bench run --help"),
                (["bench", "load", "--compare-backup"], "unknown option --compare-backup; see "),
                (["onebox", "more"], "bridle onebox: unexpected argument more"),
                (["onebox", "--port"], "bridle onebox: --port", "missing"),
                (["bench"], "bridle bench: a command is missing; known are load, run"),
                ([], "bridle: a command is missing; known are onebox, bench")):
            self.assert_fails(run(*arguments), 2, *parts)

    def test_help_names_the_command_and_offers_what_works(self):
        for command in ([], ["onebox"], ["bench"], ["bench", "load"], ["bench", "run"]):
            result = run(*command, "--help")
            self.assertEqual(result.returncode, 0)
            self.assertIn(" ".join(["Usage: bridle", *command, "[OPTIONS]"]), result.stdout)
            self.assertNotIn("--target", result.stdout)
        self.assertEqual(run("--version").returncode, 0)


class FailingClusterTest(TestCase):
    """What a run of the load generator makes of a cluster that fails in the middle."""

    def bench(self, box):
        return subprocess.Popen(
            [BRIDLE, "bench", "run", *WORKLOAD, "-p", "threadcount=8", "-p", "maxexecutiontime=4",
             "-p", "operationcount=0", "-p", "operation_timeout_ms=500",
             "-p", f"meta_servers={box.meta_servers}"],
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, cwd=ROOT)

    def prepare(self, box):
        self.assertEqual(run("bench", "load", *WORKLOAD, "-p", f"meta_servers={box.meta_servers}").returncode, 0)

    def test_a_killed_cluster_gives_errors_not_a_hang(self):
        with onebox("--table", "usertable:8") as box:
            self.prepare(box)
            bench = self.bench(box)
            threading.Timer(1.5, box.signal, [signal.SIGKILL]).start()
            out, err = bench.communicate(timeout=TIMEOUT)
        self.assertIn("[READ-FAILED], Operations", out)
        self.assertIn("127.0.0.1:", err)

    def test_a_stalled_cluster_gives_time_outs_and_goes_on(self):
        with onebox("--table", "usertable:8") as box:
            self.prepare(box)
            bench = self.bench(box)
            threading.Timer(1.0, box.signal, [signal.SIGSTOP]).start()
            threading.Timer(2.5, box.signal, [signal.SIGCONT]).start()
            out, _ = bench.communicate(timeout=TIMEOUT)
            self.assertEqual(bench.returncode, 0)
            self.assertIn("Return=TIMEOUT", out)
            after = run("bench", "run", *WORKLOAD, "-p", f"meta_servers={box.meta_servers}")
            self.assertEqual(after.returncode, 0, after.stderr)
            self.assertNotIn("FAILED", after.stdout)

    def test_ctrl_c_gives_a_partial_report(self):
        with onebox("--table", "usertable:8") as box:
            self.prepare(box)
            bench = self.bench(box)
            threading.Timer(1.0, bench.send_signal, [signal.SIGINT]).start()
            out, err = bench.communicate(timeout=TIMEOUT)
        self.assertEqual(bench.returncode, 130)
        self.assertIn("[READ], Operations", out)
        self.assertIn("interrupted", err)


class MuteClusterTest(TestCase):
    """A meta server that accepts connections and never answers."""

    def setUp(self):
        self.server = socket.create_server(("127.0.0.1", 0))
        self.server.settimeout(TIMEOUT)
        self.addCleanup(self.server.close)
        self.address = "127.0.0.1:%d" % self.server.getsockname()[1]

    def test_a_signal_ends_a_bench_that_waits_for_its_cluster(self):
        for phase, number, status in (("load", signal.SIGTERM, 143), ("run", signal.SIGINT, 130)):
            bench = subprocess.Popen(
                [BRIDLE, "bench", phase, *WORKLOAD, "-p", f"meta_servers={self.address}",
                 "-p", "operation_timeout_ms=600000", "-p", "meta_query_timeout_ms=600000"],
                stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, cwd=ROOT)
            connection, _ = self.server.accept()
            with connection:
                bench.send_signal(number)
                out, err = bench.communicate(timeout=10)
            self.assertEqual(bench.returncode, status)
            self.assertEqual(out, "")
            self.assertEqual(err, 'bridle bench: interrupted while table "usertable" was being opened; '
                                  "nothing was run\n")

    def test_the_examples_give_up_soon(self):
        self.assert_give_up(WITH_CLUSTER, self.address)


class ExamplesTest(TestCase):
    def example(self, name, *arguments):
        result = subprocess.run([os.path.join(EXAMPLES, name), *arguments], capture_output=True, text=True,
                                timeout=TIMEOUT)
        self.assertEqual(result.returncode, 0, result.stderr)
        return result.stdout

    def test_with_a_cluster(self):
        with onebox("--table", "usertable:8") as box:
            self.assertEqual(self.example("01_quick_start", box.meta_servers),
                             "name: Ada\nexpires: yes\nexists: no\n")
            self.assertEqual(self.example("02_callbacks", box.meta_servers), "written: 100\nread: 100\n")
            self.assertEqual(self.example("03_coroutines", box.meta_servers), "city: Paris\n")
            self.assertEqual(self.example("05_batches", box.meta_servers),
                             "cheese: 2\napple: 3\nfrom b on: 2 (all)\n"
                             "name: Ada\nname: Grace\nname: (none)\nremoved: 3\n")
            self.assertEqual(self.example("06_counters", box.meta_servers),
                             "views: 42\nexpires: within an hour\nexpires: never\n"
                             "text is no counter: refused\n")
            self.assertEqual(self.example("07_check_and_set", box.meta_servers),
                             "worker a: mine\nworker b: taken by worker a\ndone: yes\nit is done\n")
            self.assertEqual(self.example("08_scan", box.meta_servers),
                             "sensor_1 2026-01-01\nsensor_1 2026-01-02\nrows: 6\nthen: 2026-01-02\n")
            self.assertEqual(self.example("09_admin", box.meta_servers),
                             "servers: 3\nsessions: 4 partitions\ndefault_ttl = 86400\n"
                             "after the drop: no such table\n")

    def test_without_a_cluster(self):
        self.assertIn("with backup requests", self.example("04_backup_requests"))

    def test_a_wrong_address_ends_every_example_soon(self):
        self.assert_give_up(WITH_CLUSTER, "127.0.0.1:1", "127.0.0.1:1: connection refused")
        self.assert_give_up(WITH_CLUSTER, "no.such.host.invalid:34601", "no.such.host.invalid")
        self.assert_give_up(WITH_CLUSTER, "nowhere", '"nowhere": no port; write host:port')


class ReadmeTest(TestCase):
    def test_its_program_compiles_in_a_project_that_adds_this_one(self):
        with open(os.path.join(ROOT, "README.md"), encoding="utf-8") as readme:
            program = readme.read().split("```cpp\n")[1].split("```")[0]
        with tempfile.TemporaryDirectory() as folder:
            with open(os.path.join(folder, "app.cc"), "w", encoding="utf-8") as source:
                source.write(program)
            with open(os.path.join(folder, "CMakeLists.txt"), "w", encoding="utf-8") as project:
                project.write(f"""cmake_minimum_required(VERSION 3.25)
                                  project(app LANGUAGES CXX)
                                  add_subdirectory({ROOT} bridle)
                                  add_executable(app app.cc)
                                  target_link_libraries(app PRIVATE bridle::client)""")
            build = os.path.join(folder, "build")
            for command in (["cmake", "-G", "Ninja", "-S", folder, "-B", build],
                            ["ninja", "-C", build, "CMakeFiles/app.dir/app.cc.o"]):
                result = subprocess.run(command, capture_output=True, text=True, timeout=TIMEOUT)
                self.assertEqual(result.returncode, 0, result.stdout + result.stderr)
            self.assertFalse(os.path.exists(os.path.join(build, "bridle", "tests")))


if __name__ == "__main__":
    unittest.main()
