import { InvalidArgumentError, Option } from 'commander';
import { stat } from 'node:fs/promises';
import type { Printer } from '../printer.ts';
import type { CheckedFile, Refusal } from './check-dataset.ts';
import { checkDataset } from './check-dataset.ts';

export interface GivenUpload {
  to: string;
  endpoint?: string;
  create?: true;
  partSize: number;
}

/** What happened to a file. */
export interface Sent {
  done: 'sent' | 'already there';
  sentBytes: number;
}

/** Sends files in order and reports each. Returns the file that failed and why, or null. */
export type SendFiles = (
  files: readonly CheckedFile[],
  partBytes: number,
  report: (file: CheckedFile, sent: Sent) => void,
) => Promise<Refusal | null>;

const MIB = 1 << 20;
/** Limits of S3: https://docs.aws.amazon.com/AmazonS3/latest/userguide/qfacts.html */
const [LEAST_PART, MOST_PART] = [5, 5120];

export const UPLOAD_OPTIONS: readonly Option[] = [
  new Option(
    '--to <address>',
    's3://bucket/prefix or hf://datasets/OWNER/NAME',
  ).makeOptionMandatory(),
  new Option('--endpoint <url>', 'another server; AWS_ENDPOINT_URL or HF_ENDPOINT if not given'),
  new Option('--create', 'Hub: create the repository, private, if it is missing'),
  new Option('--part-size <MiB>', 'S3: larger files are sent in parts of this size')
    .argParser(readPartSize)
    .default(16),
];

function readPartSize(text: string): number {
  const size = Number(text);
  if (Number.isInteger(size) && size >= LEAST_PART && size <= MOST_PART) return size;
  throw new InvalidArgumentError(`It has to be a whole number from ${LEAST_PART} to ${MOST_PART}.`);
}

/**
 * Uploads a published dataset after checking every file against its certificate. Returns what is wrong with the options, or
 * the exit code: 1 where something was refused or failed.
 */
export async function uploadDataset(
  paths: readonly string[],
  options: GivenUpload,
  printer: Printer,
): Promise<string | number> {
  const [folder] = paths;
  if (folder === undefined || paths.length > 1) return 'upload takes one folder';
  if (!(await stat(folder).catch(() => null))?.isDirectory()) return `${folder} is not a folder`;
  const send = await chooseTarget(options);
  if (typeof send === 'string') return send;
  const partBytes = options.partSize * MIB;
  const files = await checkDataset(folder, partBytes);
  if ('reason' in files) {
    const { file, reason } = files;
    const done = 'nothing was sent';
    const text = `${file}: checksum refused: the file ${reason}; ${done}. Publish the dataset again.`;
    printer.emit({ kind: 'fault', text, data: { type: 'fault', input: file, reason, done } });
    return 1;
  }
  const totals = { sent: 0, present: 0, bytes: 0 };
  const fault = await send(files, partBytes, (file, { done, sentBytes }) => {
    if (done === 'sent') totals.sent += 1;
    else totals.present += 1;
    totals.bytes += sentBytes;
    const data = { type: 'uploaded', file: file.path, bytes: file.bytes, sentBytes, done };
    printer.print(`${file.path}: ${done}, ${sentBytes} of ${file.bytes} bytes sent`, data);
  });
  const counts = `${totals.sent} files sent, ${totals.present} already there`;
  if (fault) {
    const { file, reason } = fault;
    const text = `${file}: ${reason}; ${counts}. Run the same command again to continue.`;
    printer.emit({
      kind: 'fault',
      text,
      data: { type: 'fault', input: file, reason, done: counts },
    });
    return 1;
  }
  const data = { type: 'upload', to: options.to, ...totals };
  printer.print(`${options.to}: ${counts}, ${totals.bytes} bytes sent`, data);
  return 0;
}

/** Loads the library of the target only. Returns what is wrong with the address, if something is. */
async function chooseTarget(options: GivenUpload): Promise<SendFiles | string> {
  const { to, create = false } = options;
  const { AWS_ENDPOINT_URL_S3: forS3, AWS_ENDPOINT_URL: forAws, HF_ENDPOINT: forHub } = process.env;
  const name = /^hf:\/\/datasets\/([\w.-]+\/[\w.-]+)$/u.exec(to)?.[1];
  const s3 = /^s3:\/\/([a-z0-9][a-z0-9.-]+)(?:\/(.*))?$/u.exec(to);
  if (name === undefined && !s3) {
    return '--to has to be like s3://bucket/prefix or hf://datasets/OWNER/NAME';
  }
  const endpoint = options.endpoint ?? (s3 ? (forS3 ?? forAws) : forHub) ?? null;
  if (endpoint !== null && !/^https?:/u.test(endpoint)) return `${endpoint} is not a server’s URL`;
  if (name !== undefined) {
    const { sendToHub } = await import('./hub.ts');
    return sendToHub({ name, endpoint, creates: create });
  }
  const { sendToS3 } = await import('./s3.ts');
  const [, bucket = '', path = ''] = s3 ?? [];
  const trimmed = path.replace(/\/+$/u, '');
  return sendToS3({ bucket, prefix: trimmed && `${trimmed}/`, endpoint });
}
