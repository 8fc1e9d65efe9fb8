import type { ListFileEntry } from '@huggingface/hub';
import { commit, createRepo, HubApiError, listFiles } from '@huggingface/hub';
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { CheckedFile } from './check-dataset.ts';
import type { SendFiles } from './upload-command.ts';

export interface HubPlace {
  /** OWNER/NAME of a dataset repository. */
  name: string;
  /** Base URL of another Hub; null for huggingface.co. */
  endpoint: string | null;
  /** Creates the repository, private, if it doesn't exist. */
  creates: boolean;
}

interface Repository {
  repo: { type: 'dataset'; name: string };
  accessToken: string;
  hubUrl?: string;
}

/** Files of one commit: an interrupted upload continues behind the last commit. */
const COMMIT_FILES = 20;

/**
 * Sends files to a dataset repository of the Hugging Face Hub, in commits of a few files, the certificate in the last one.
 * Skips files that are there with the same bytes, and compares the Hub's checksums with the certificate at the end. The token
 * comes from HF_TOKEN or the file that `hf auth login` writes.
 */
export const sendToHub =
  ({ name, endpoint, creates }: HubPlace): SendFiles =>
  async (files, _partBytes, report) => {
    const accessToken = await readToken();
    if (accessToken === null) {
      return { file: name, reason: 'no token found; set HF_TOKEN or run hf auth login' };
    }
    const hubUrl = endpoint === null ? {} : { hubUrl: endpoint.replace(/\/+$/u, '') };
    const repository: Repository = { repo: { type: 'dataset', name }, accessToken, ...hubUrl };
    let current = name;
    try {
      const before = await listOrCreate(repository, creates);
      if (!before) return { file: name, reason: 'the repository is missing; --create creates it' };
      const absent: CheckedFile[] = [];
      for (const file of files) {
        if (await isSame(before.get(file.path), file)) {
          report(file, { done: 'already there', sentBytes: 0 });
        } else absent.push(file);
      }
      if (absent.length === 0) return null;
      for (const batch of cut(absent)) {
        current = batch[0]?.path ?? name;
        await commitFiles(repository, batch);
        for (const file of batch) report(file, { done: 'sent', sentBytes: file.bytes });
      }
      const after = await list(repository);
      for (const file of absent) {
        if (await isSame(after.get(file.path), file)) continue;
        return { file: file.path, reason: 'the Hub has another checksum than the certificate' };
      }
      return null;
    } catch (error) {
      return { file: current, reason: explain(error) };
    }
  };

async function commitFiles(repository: Repository, files: readonly CheckedFile[]): Promise<void> {
  await commit({
    ...repository,
    title: 'Upload a dataset published by Wayscribe',
    operations: files.map((file) => ({
      operation: 'addOrUpdate',
      path: file.path,
      content: pathToFileURL(file.place),
    })),
  });
}

/** The last file, the certificate, has a commit for itself: it says that the others are there. */
function cut(files: readonly CheckedFile[]): CheckedFile[][] {
  const batches: CheckedFile[][] = [];
  const others = files.slice(0, -1);
  for (let at = 0; at < others.length; at += COMMIT_FILES) {
    batches.push(others.slice(at, at + COMMIT_FILES));
  }
  return [...batches, files.slice(-1)];
}

async function list(repository: Repository): Promise<Map<string, ListFileEntry>> {
  const found = new Map<string, ListFileEntry>();
  for await (const entry of listFiles({ ...repository, recursive: true })) {
    if (entry.type === 'file') found.set(entry.path, entry);
  }
  return found;
}

/** Returns null for a missing repository that may not be created. */
async function listOrCreate(repository: Repository, creates: boolean) {
  try {
    return await list(repository);
  } catch (error) {
    if (!(error instanceof HubApiError) || error.statusCode !== 404) throw error;
  }
  if (!creates) return null;
  await createRepo({ ...repository, visibility: 'private' });
  return new Map<string, ListFileEntry>();
}

/** Large files have their SHA-256 on the Hub, others the SHA-1 of git's blob. */
async function isSame(entry: ListFileEntry | undefined, file: CheckedFile): Promise<boolean> {
  if (entry?.size !== file.bytes) return false;
  if (entry.lfs) return entry.lfs.oid === file.sha256.toString('hex');
  const bytes = await readFile(file.place);
  const isUnchanged = createHash('sha256').update(bytes).digest().equals(file.sha256);
  const blob = createHash('sha1').update(`blob ${bytes.length}\0`).update(bytes).digest('hex');
  return isUnchanged && entry.oid === blob;
}

/** Where the Hub's tools keep the token: https://huggingface.co/docs/huggingface_hub/package_reference/environment_variables */
async function readToken(): Promise<string | null> {
  const { HF_TOKEN, HF_TOKEN_PATH, HF_HOME, XDG_CACHE_HOME } = process.env;
  if (HF_TOKEN) return HF_TOKEN.trim();
  const cache = XDG_CACHE_HOME ?? path.join(homedir(), '.cache');
  const file = HF_TOKEN_PATH ?? path.join(HF_HOME ?? path.join(cache, 'huggingface'), 'token');
  const text = await readFile(file, 'utf8').catch(() => '');
  return text.trim() || null;
}

/** The message that the server sent is not shown, because it may contain the token. */
function explain(error: unknown): string {
  if (error instanceof HubApiError) {
    const { statusCode } = error;
    if (statusCode === 401 || statusCode === 403)
      return `the Hub refused the token (${statusCode})`;
    return `the Hub answered ${statusCode}`;
  }
  if (!(error instanceof Error)) return 'unknown error';
  const { message, cause } = error;
  return cause instanceof Error && cause.message ? `${message}: ${cause.message}` : message;
}
