"""Truepool's own commands, in the order of the work, each with calls to begin from.

`manage.py` also has Django's commands, and those that only the product's developers need. A test
compares this list with the commands that there are, and parses every example.
"""

from collections.abc import Mapping

Examples = tuple[str, ...]

GROUPS: Mapping[str, Mapping[str, Examples]] = {
    "Running an instance": {
        "up": ("--demo", "--demo --models", "--port 8001 --workers 2"),
        "demo": ("", "--models", "--files demo-files"),
        "ready": ("", "--json"),
        "check_integrity": ("", "--rebuild"),
        "backup": ("backups/monday",),
        "restore": ("backups/monday",),
        "adopt_files": ("",),
    },
    "People": {
        "add_user": ("ada --role lead", 'rosa --role rater --campaign "first round"'),
        "changepassword": ("ada",),
        "password_link": ("ada", "ada --withdraw"),
        "remove_second_factor": ("ada",),
        "lift_lock_out": ("ada",),
        "make_token": ("ada --scope read --days 30",),
    },
    "Before labelling": {
        "import_benchmark": (
            "msvd-test --captions captions.csv --videos clips/",
            "msrvtt-1ka --captions MSRVTT_JSFUSION_test.csv --format msrvtt --dry-run",
        ),
        "import_run": (
            "msvd-test CLIP4CLIP similarities.npy",
            "msvd-test TeachText teachtext.run --format trec --depth 100",
            "msvd-test CLIP --query-embeddings q.npy --video-embeddings v.npy --normalise",
        ),
        "fingerprint_videos": ("msvd-test",),
        "doctor": ("msvd-test", "msvd-test --runs CLIP4CLIP,TeachText --json"),
        "proxy": (
            "msvd-test syn --baseline",
            "epic-100 pos --verbs verb_classes.csv --nouns noun_classes.csv --json",
            "msvd-test --import relevance.npz --name clip-text",
            "msvd-test --name syn --export syn.npy",
        ),
        "import_witness": ("msvd-test gpt opinions.csv", "msvd-test clip --run CLIP4CLIP"),
        "try_witness": (
            "msvd-test judge --url http://127.0.0.1:8000/v1 --model qwen --clips-leave",
            "msvd-test mine --program ./judge.py",
        ),
        "hear_witness": (
            "msvd-test judge --tokens 2000000 --minutes 120",
            "msvd-test judge --purpose retry --minutes 10",
        ),
        "witnesses": ("msvd-test", "msvd-test --json"),
        "witness_study": ("msvd-test gpt", "msvd-test gpt --json"),
        "overlap": ("msvd-test", "msvd-test --depth 10 --p 0.9 --csv"),
        "build_pool": (
            'msvd-test "top ten" --depth 10 --dry-run',
            'msvd-test "a thousand captions" --sample 1000 --by length --seed 7',
        ),
    },
    "Labelling": {
        "open_campaign": (
            'msvd-test "top ten" "first round" --double 0.1',
            'msvd-test "top ten" "first round" --preset paper',
            'msvd-test "top ten" "first round" --order caption --stop first_positive',
        ),
        "audit_originals": ("msvd-test --count 300", "msvd-test --count 300 --others 0 --seed 7"),
        "known_answers": ('"first round" --file known.csv',),
        "prioritise": ('"first round" --caption video7#3',),
        "send_to_adjudication": ('"first round"',),
        "import_labels": (
            "msvd-test fire.json --format fire",
            "msvd-test grades.csv --format triplets --scale 0-4 --relevant-from 3",
        ),
        "rescale": ('"first round" --map 0=0,1=0,2=1,3=1,4=1 --out binary',),
        "hours": ("", "--csv"),
    },
    "Runs of other people": {
        "score": (
            "msvd-test similarities.npy --intervals",
            "msvd-test mine.run --format trec --measures C@1,C@10 --json",
        ),
        "submissions": ("msvd-test", "msvd-test --open"),
        "judges": ("msvd-test", "msvd-test --json"),
        "decide_submission": (
            "msvd-test mine --pairs 500 --reference CLIP4CLIP",
            'msvd-test mine --refuse "rows and columns are swapped"',
        ),
        "publish_run": ("msvd-test mine --state blinded",),
    },
    "Reference models": {
        "train_model": (
            "msvd-test ours --model mmen --features features.npz",
            "msvd-test ours-pos --model jpose --loss triplet-ranp --relevance syn --tau 0.15",
            "msvd-test ours-too --loss nce-ranp --relevance collected --labels-of msvd-train",
        ),
        "train_grid": (
            "msvd-test losses --vary loss=triplet-hard,nce --vary seed=0,1,2 --features f.npz",
            "msvd-test taus --loss triplet-ranp --relevance syn --vary tau=0.1,0.2 --hours 8",
        ),
        "save_embeddings": ("ours ours-embedded",),
        "show_grid": ("msvd-test losses", "msvd-test taus --against 2 --direction tv --json"),
        "train_own": (
            "msvd-test mine --class own.py:Own --features features.npz",
            'msvd-test mine --command "python own.py" --features features.npz --time-limit 3600',
        ),
    },
    "Results": {
        "audit": ("msvd-test", "msvd-test --measures C@1,C@10 --json"),
        "agreement": ("msvd-test", 'msvd-test --campaign "first round" --json'),
        "evaluate": (
            "msvd-test --intervals",
            "msvd-test --runs CLIP4CLIP,TeachText --measures C@1,C@5,C@10,AP --latex",
            "msvd-test --relevance syn --measures nDCG-exp@10,C@1 --threshold 0.8",
        ),
        "compare": ("msvd-test CLIP4CLIP TeachText --measures C@1,AP",),
        "stability": ("msvd-test", "msvd-test --measures C@1,AP --p 0.9"),
        "sample_size": ("msvd-test CLIP4CLIP --n 500,1000,3000",),
        "leave_one_out": ("msvd-test", "msvd-test --by family --depth 10"),
        "unjudged": ("msvd-test SVR --depth 10", "msvd-test SVR --pace 240"),
        "estimate": (
            'msvd-test "a thousand captions" --by strata',
            'msvd-test "a thousand captions" --witness gpt --measures C@1,P@5',
        ),
        "reuse": ("msvd-test", "msvd-test --runs CLIP4CLIP,TeachText --likeness release"),
        "slices": ("msvd-test", "msvd-test --by length,positives --measures C@1,AP --csv"),
        "study": ("msvd-test calibration", "msvd-test proxies --json"),
        "proxy_study": ("msvd-test", "msvd-test --proxies syn,bow --json"),
        "proxy_correlation": ("msvd-test", "msvd-test --proxies syn,bow,meteor"),
        "graded": ("msvd-test syn", "msvd-test syn --runs CLIP4CLIP --csv"),
        "thresholds": ("msvd-test", "msvd-test --proxies syn,bow"),
        "ceiling": ("msvd-test syn", "msvd-test syn --measures C@1,GMR"),
        "hard_negatives": ("msvd-test syn", "msvd-test syn --depth 1 --json"),
        "verify_reports": ("", "msvd-test"),
    },
    "Taking results away": {
        "export": (
            "msvd-test --format triplets --out triplets.csv",
            'msvd-test --format log --campaign "first round" --out log.csv',
        ),
        "release": (
            "msvd-test 2026-03 --out msvd-2026-03",
            "msvd-test 2026-03 --license CC-BY-4.0 --without fire,mteb --json",
        ),
        "leaderboard": (
            "msvd-test --public --measures C@1,C@10 --publish CLIP4CLIP,TeachText",
            "msvd-test --out board",
        ),
        "report": ("msvd-test --out report.pdf", "msvd-test --report 3 --out report.html"),
    },
}

# Commands of ours that `truepool` leaves out: a start calls them, or only developers do.
ELSEWHERE = frozenset({"createsuperuser", "demo_accounts", "gather_messages"})

EXAMPLES: Mapping[str, Examples] = {
    name: examples for group in GROUPS.values() for name, examples in group.items()
}
