"""Converts a folder of recordings to Parquet with Spark, one zip per task, and counts the intents.

    spark-submit examples/spark_convert.py /data/recordings /data/table

Run `npm run build:cli` first; `dist-cli` and Node 20 must be on every machine. A zip whose output exists is skipped, so a
job that was killed can be started again. One unreadable zip costs only itself. Outputs are in the same subfolders as their
zips, because zips in different folders may have the same name.
"""

import pathlib
import subprocess
import sys

CLI = "dist-cli/wayscribe.mjs"


def make_command(zip_path, recordings, out):
    """The command that converts one zip. Its output is named after the zip."""
    folder = pathlib.Path(out) / pathlib.Path(zip_path).parent.relative_to(recordings)
    return ["node", CLI, "convert", "--to", "parquet", "--out", str(folder), "--jobs", "1", str(zip_path)]


def convert(zip_path, recordings, out):
    """Returns the zip, the exit code, and what was reported."""
    ran = subprocess.run(make_command(zip_path, recordings, out), capture_output=True, text=True)
    return str(zip_path), ran.returncode, ran.stderr.strip()


def main(recordings, out):
    from pyspark.sql import SparkSession

    spark = SparkSession.builder.appName("wayscribe").getOrCreate()
    zips = sorted(str(path) for path in pathlib.Path(recordings).rglob("*.zip"))
    tasks = spark.sparkContext.parallelize(zips, max(1, len(zips)))
    results = tasks.map(lambda each: convert(each, recordings, out))
    for zip_path, code, reported in results.toLocalIterator():
        if code != 0:
            print(f"{zip_path}: {reported}", file=sys.stderr)
    table = spark.read.option("recursiveFileLookup", "true").option("pathGlobFilter", "*.parquet")
    table.parquet(out).groupBy("intent").count().show()


if __name__ == "__main__":
    main(*sys.argv[1:3])
