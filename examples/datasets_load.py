"""Reads what `wayscribe convert` wrote with Hugging Face `datasets`.

    python examples/datasets_load.py /data/table /data/chat
"""

import sys


def main(table, chat):
    from datasets import load_dataset

    turns = load_dataset("parquet", data_files=f"{table}/**/*.parquet")["train"]
    print(turns.features)
    messages = load_dataset("json", data_files=f"{chat}/**/*.jsonl")["train"]
    print(messages[0]["messages"][-1]["content"])


if __name__ == "__main__":
    main(*sys.argv[1:3])
