import { createHash } from 'node:crypto';
import type { CheckedFile, Digests } from './check-dataset.ts';

/** What a server says about an object or a part. */
export interface Answer {
  ETag?: string | undefined;
  ChecksumSHA256?: string | undefined;
  ServerSideEncryption?: string | undefined;
}

/** What a server has to say about the same bytes. */
export interface Expected {
  /** In base64; of several parts S3's composite checksum. */
  sha256: string;
  /** ETags of servers that return the MD5: of the bytes, or composed of the parts' as S3 does. */
  tags: readonly string[];
}

export function expectFile({ sha256, md5, parts }: CheckedFile): Expected {
  if (parts.length === 1) return expectPart({ sha256, md5 });
  const compose = (algorithm: 'sha256' | 'md5') =>
    createHash(algorithm).update(Buffer.concat(parts.map((part) => part[algorithm])));
  return {
    sha256: `${compose('sha256').digest('base64')}-${parts.length}`,
    tags: [`${compose('md5').digest('hex')}-${parts.length}`, md5.toString('hex')],
  };
}

export const expectPart = ({ sha256, md5 }: Digests): Expected => ({
  sha256: sha256.toString('base64'),
  tags: [md5.toString('hex')],
});

/** Whether the server has the expected bytes. Without a checksum its ETag tells, which is the MD5 unless the object is encrypted with a key. */
export const hasBytes = ({ ChecksumSHA256, ETag }: Answer, { sha256, tags }: Expected): boolean =>
  ChecksumSHA256 === undefined ? tags.includes(readTag(ETag)) : ChecksumSHA256 === sha256;

/** Throws if a server without SHA-256 answers with the MD5 of other bytes. The others refuse such bytes themselves. */
export function refuseOthers(answer: Answer, expected: Expected): void {
  const { ChecksumSHA256, ServerSideEncryption, ETag } = answer;
  if (ChecksumSHA256 !== undefined || ServerSideEncryption?.startsWith('aws:kms')) return;
  const isMd5 = /^[\da-f]{32}(-\d+)?$/u.test(readTag(ETag));
  if (isMd5 && !hasBytes(answer, expected)) throw new Error('the server stored other bytes');
}

const readTag = (tag: string | undefined): string => tag?.replaceAll('"', '') ?? '';
