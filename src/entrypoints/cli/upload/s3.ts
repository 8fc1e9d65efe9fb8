import {
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  HeadObjectCommand,
  ListMultipartUploadsCommand,
  paginateListParts,
  PutObjectCommand,
  S3Client,
  S3ServiceException,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import { open, readFile } from 'node:fs/promises';
import type { CheckedFile, Digests } from './check-dataset.ts';
import type { SendFiles } from './upload-command.ts';
import { createHash } from 'node:crypto';

export interface S3Place {
  bucket: string;
  /** Empty, or ends with a slash. */
  prefix: string;
  /** Base URL of an S3-compatible server, used with the bucket in the path; null for AWS. */
  endpoint: string | null;
}

/** An object in the bucket that a file becomes. */
interface Target {
  client: S3Client;
  Bucket: string;
  Key: string;
}

/**
 * Sends files to a bucket, in order. The server gets the SHA-256 of every object and part and refuses other bytes
 * (https://docs.aws.amazon.com/AmazonS3/latest/userguide/checking-object-integrity.html); servers without these checksums are
 * checked by the MD5 they answer with. Skips objects that are there with the same checksum, and continues unfinished multipart
 * uploads. Credentials come from the SDK's default provider chain.
 */
export const sendToS3 =
  ({ bucket, prefix, endpoint }: S3Place): SendFiles =>
  async (files, partBytes, report) => {
    // Otherwise the SDK prints several lines about versions of Node.js that it drops later.
    process.env['AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED'] ??= 'true';
    const client = new S3Client(endpoint === null ? {} : { endpoint, forcePathStyle: true });
    try {
      for (const file of files) {
        const target = { client, Bucket: bucket, Key: `${prefix}${file.path}` };
        try {
          report(file, await sendFile(file, partBytes, target));
        } catch (error) {
          return { file: file.path, reason: explain(error) };
        }
      }
      return null;
    } finally {
      client.destroy();
    }
  };

async function sendFile(file: CheckedFile, partBytes: number, target: Target) {
  const { client, Bucket, Key } = target;
  const expected = expectFile(file);
  const head = await orNull(
    client.send(new HeadObjectCommand({ Bucket, Key, ChecksumMode: 'ENABLED' })),
  );
  if (head?.ContentLength === file.bytes && hasBytes(head, expected)) {
    return { done: 'already there', sentBytes: 0 } as const;
  }
  if (file.parts.length > 1) {
    return { done: 'sent', sentBytes: await sendParts(file, partBytes, target) } as const;
  }
  const Body = await readFile(file.place);
  const [ChecksumSHA256] = expected.sha256s;
  refuseOthers(
    await client.send(new PutObjectCommand({ Bucket, Key, Body, ChecksumSHA256 })),
    expected,
  );
  return { done: 'sent', sentBytes: file.bytes } as const;
}

/** Returns the bytes that had to be sent. */
async function sendParts(file: CheckedFile, partBytes: number, target: Target): Promise<number> {
  const { client, Bucket, Key } = target;
  const found = await findUpload(target);
  const upload = { Bucket, Key, UploadId: found ?? (await startUpload(target)) };
  const finished = found === null ? null : await listParts(client, upload);
  const done: { PartNumber: number; ETag: string | undefined; ChecksumSHA256: string }[] = [];
  let sentBytes = 0;
  const handle = await open(file.place);
  try {
    for (const [index, digests] of file.parts.entries()) {
      const PartNumber = index + 1;
      const expected = expectPart(digests);
      const [ChecksumSHA256] = expected.sha256s;
      const start = index * partBytes;
      const size = Math.min(partBytes, file.bytes - start);
      const before = finished?.get(PartNumber);
      let ETag = before?.ETag;
      if (before?.Size !== size || !hasBytes(before, expected)) {
        const Body = Buffer.alloc(size);
        await handle.read(Body, 0, size, start);
        const part = { ...upload, PartNumber, Body, ChecksumSHA256 };
        const answer = await client.send(new UploadPartCommand(part));
        refuseOthers(answer, expected);
        ({ ETag } = answer);
        sentBytes += size;
      }
      done.push({ PartNumber, ETag, ChecksumSHA256 });
    }
  } finally {
    await handle.close();
  }
  const command = new CompleteMultipartUploadCommand({
    ...upload,
    MultipartUpload: { Parts: done },
  });
  refuseOthers(await client.send(command), expectFile(file));
  return sentBytes;
}

/** Returns the latest unfinished upload of the object that checks parts by SHA-256. One page has 1,000 uploads, which is enough for one key. */
async function findUpload({ client, Bucket, Key }: Target): Promise<string | null> {
  const list = await orNull(
    client.send(new ListMultipartUploadsCommand({ Bucket, Prefix: Key, MaxUploads: 1000 })),
  );
  const age = (upload: { Initiated?: Date | undefined }) => upload.Initiated?.getTime() ?? 0;
  const ours = (list?.Uploads ?? [])
    .filter((each) => each.Key === Key && (each.ChecksumAlgorithm ?? 'SHA256') === 'SHA256')
    .sort((a, b) => age(b) - age(a));
  return ours[0]?.UploadId ?? null;
}

async function startUpload({ client, Bucket, Key }: Target): Promise<string> {
  const command = { Bucket, Key, ChecksumAlgorithm: 'SHA256' } as const;
  const { UploadId } = await client.send(new CreateMultipartUploadCommand(command));
  if (UploadId === undefined) throw new Error('the server gave no upload id');
  return UploadId;
}

async function listParts(
  client: S3Client,
  upload: { Bucket: string; Key: string; UploadId: string },
) {
  const parts = new Map<number, Answer & { Size?: number | undefined }>();
  for await (const page of paginateListParts({ client }, upload)) {
    for (const part of page.Parts ?? []) parts.set(part.PartNumber ?? 0, part);
  }
  return parts;
}

async function orNull<T>(answer: Promise<T>): Promise<T | null> {
  try {
    return await answer;
  } catch (error) {
    if (isAbsent(error)) return null;
    throw error;
  }
}

/**
 * Also 403: credentials that may only write can't see whether an object is there. 405 and 501 come from servers that can't
 * list unfinished uploads.
 */
const isAbsent = (error: unknown): boolean => [403, 404, 405, 501].includes(readStatus(error) ?? 0);

const readStatus = (error: unknown): number | undefined =>
  error instanceof S3ServiceException ? error.$metadata.httpStatusCode : undefined;

/** Names the error. The message that the server sent is not shown, because it may contain the key. */
function explain(error: unknown): string {
  const status = readStatus(error);
  const name = error instanceof Error ? error.name : 'unknown error';
  if (status === 401 || status === 403) return `the server refused the credentials (${name})`;
  if (status !== undefined) return `the server answered ${status} (${name})`;
  if (name === 'CredentialsProviderError') {
    return 'no credentials found; set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or AWS_PROFILE';
  }
  return error instanceof Error ? error.message || name : name;
}

/** What a server says about an object or a part. */
interface Answer {
  ETag?: string | undefined;
  ChecksumSHA256?: string | undefined;
  ServerSideEncryption?: string | undefined;
}

/** What a server has to say about the same bytes. */
interface Expected {
  /** In base64, the one to be sent first; of several parts S3's composite checksum, or that of the whole. */
  sha256s: readonly [string, ...string[]];
  /** ETags of servers that return the MD5: of the bytes, or composed of the parts' as S3 does. */
  tags: readonly string[];
}

function expectFile({ sha256, md5, parts }: CheckedFile): Expected {
  if (parts.length === 1) return expectPart({ sha256, md5 });
  const compose = (algorithm: 'sha256' | 'md5') =>
    createHash(algorithm).update(Buffer.concat(parts.map((part) => part[algorithm])));
  return {
    sha256s: [`${compose('sha256').digest('base64')}-${parts.length}`, sha256.toString('base64')],
    tags: [`${compose('md5').digest('hex')}-${parts.length}`, md5.toString('hex')],
  };
}

const expectPart = ({ sha256, md5 }: Digests): Expected => ({
  sha256s: [sha256.toString('base64')],
  tags: [md5.toString('hex')],
});

/** Whether the server has the expected bytes. Without a checksum its ETag tells, which is the MD5 unless the object is encrypted with a key. */
const hasBytes = ({ ChecksumSHA256, ETag }: Answer, { sha256s, tags }: Expected): boolean =>
  ChecksumSHA256 === undefined ? tags.includes(readTag(ETag)) : sha256s.includes(ChecksumSHA256);

/** Throws if a server answers with the checksum of other bytes. */
function refuseOthers(answer: Answer, expected: Expected): void {
  const { ChecksumSHA256, ServerSideEncryption, ETag } = answer;
  const isEncrypted = ServerSideEncryption?.startsWith('aws:kms') ?? false;
  const isMd5 = !isEncrypted && /^[\da-f]{32}(-\d+)?$/u.test(readTag(ETag));
  if (ChecksumSHA256 === undefined && !isMd5) return;
  if (!hasBytes(answer, expected)) throw new Error('the server stored other bytes');
}

const readTag = (tag: string | undefined): string => tag?.replaceAll('"', '') ?? '';
