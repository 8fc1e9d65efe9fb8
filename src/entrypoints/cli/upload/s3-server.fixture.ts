import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export const ACCESS_KEY = 'AKIAWAYSCRIBETEST';

interface Stored {
  bytes: number;
  checksum: string;
  /** MD5 in hex; of an object of several parts, S3's composite. */
  md5: string;
  body: Buffer;
}

/** What a test sees of the server and changes about it. */
export interface S3Server {
  url: string;
  objects: Map<string, Stored>;
  /** Names of requests in order, such as `UploadPart 2`. */
  requests: string[];
  /** Bodies are damaged on their way. */
  damages: boolean;
  /** The same for one part only, by its number. */
  damagedPart: number | null;
  /** Parts are joined to other bytes. */
  joinsWrongly: boolean;
  /** Connections break off after this many further parts. */
  partsLeft: number;
  /** Answers without SHA-256, as servers did before S3 had these checksums (2022). */
  isOld: boolean;
  close(): Promise<void>;
}

interface Request {
  method: string;
  key: string;
  query: URLSearchParams;
  body: Buffer;
  checksum: string | undefined;
}

interface Answer {
  status?: number;
  headers?: Record<string, string | number>;
  xml?: string;
}

const hash = (bytes: Buffer) => createHash('sha256').update(bytes).digest('base64');
const md5Of = (bytes: Buffer) => createHash('md5').update(bytes).digest('hex');
const tag = (name: string, text: string | number) => `<${name}>${text}</${name}>`;
const fail = (status: number, code: string, message = code): Answer => ({
  status,
  xml: tag('Error', tag('Code', code) + tag('Message', message)),
});

/**
 * Starts a server with the requests of S3 that `upload` sends, path style, as the API reference describes them
 * (https://docs.aws.amazon.com/AmazonS3/latest/API/API_Operations_Amazon_Simple_Storage_Service.html). Checks the access key,
 * ETags and SHA-256 checksums, but not signatures: `s3rver.fixture.ts` does.
 */
export async function startS3(): Promise<S3Server> {
  const uploads = new Map<string, { key: string; parts: Map<number, Stored> }>();
  const state: Omit<S3Server, 'url' | 'close'> = {
    ...{ objects: new Map(), requests: [], damages: false, partsLeft: Infinity, isOld: false },
    ...{ damagedPart: null, joinsWrongly: false },
  };

  /** Stores bytes if they have the checksum that the client says. */
  const store = ({ body, checksum, query }: Request, put: (stored: Stored) => void): Answer => {
    const isDamaged =
      state.damages || query.get('partNumber') === (state.damagedPart?.toString() ?? '');
    const received = isDamaged ? Buffer.concat([body.subarray(1), Buffer.from('?')]) : body;
    if (checksum === undefined) return fail(400, 'InvalidRequest');
    if (!state.isOld && hash(received) !== checksum) return fail(400, 'BadDigest');
    const stored = { bytes: received.length, checksum, md5: md5Of(received), body: received };
    put(stored);
    return { headers: describe(stored) };
  };
  const describe = ({ checksum, md5 }: Stored): Record<string, string> => ({
    ETag: `"${md5}"`,
    ...(state.isOld ? {} : { 'x-amz-checksum-sha256': checksum }),
  });

  const operations: Record<string, (request: Request) => Answer> = {
    HeadObject({ key }) {
      const found = state.objects.get(key);
      if (!found) return { status: 404 };
      return { headers: { 'Content-Length': found.bytes, ...describe(found) } };
    },
    PutObject: (request) => store(request, (stored) => state.objects.set(request.key, stored)),
    CreateMultipartUpload({ key }) {
      const id = `upload-${uploads.size + 1}`;
      uploads.set(id, { key, parts: new Map() });
      return { xml: tag('InitiateMultipartUploadResult', tag('UploadId', id)) };
    },
    UploadPart(request) {
      const upload = uploads.get(request.query.get('uploadId') ?? '');
      if (!upload) return fail(404, 'NoSuchUpload');
      const number = Number(request.query.get('partNumber'));
      return store(request, (stored) => upload.parts.set(number, stored));
    },
    ListMultipartUploads({ query }) {
      const found = [...uploads].filter(([, { key }]) => key.startsWith(query.get('prefix') ?? ''));
      const algorithm = state.isOld ? '' : tag('ChecksumAlgorithm', 'SHA256');
      const list = found.map(([id, { key }]) =>
        tag('Upload', tag('Key', key) + tag('UploadId', id) + algorithm),
      );
      return { xml: tag('ListMultipartUploadsResult', list.join('')) };
    },
    /** One part a page, so that the client has to ask for the next. */
    ListParts({ query }) {
      const parts = [...(uploads.get(query.get('uploadId') ?? '')?.parts ?? [])];
      const after = Number(query.get('part-number-marker') ?? 0);
      const [first, second] = parts.filter(([number]) => number > after).sort(([a], [b]) => a - b);
      const isCut = tag('IsTruncated', String(second !== undefined));
      if (!first) return { xml: tag('ListPartsResult', isCut) };
      const [number, { bytes, checksum, md5 }] = first;
      const sums = tag('ETag', `"${md5}"`) + (state.isOld ? '' : tag('ChecksumSHA256', checksum));
      const part = tag('Part', tag('PartNumber', number) + tag('Size', bytes) + sums);
      return {
        xml: tag('ListPartsResult', isCut + tag('NextPartNumberMarker', number) + part),
      };
    },
    CompleteMultipartUpload({ key, query, body }) {
      const id = query.get('uploadId') ?? '';
      const parts = [...(uploads.get(id)?.parts ?? [])].sort(([a], [b]) => a - b);
      const list = (name: string) =>
        [...body.toString().matchAll(RegExp(`<${name}>(.*?)</`, 'gu'))].map(([, text]) =>
          text?.replaceAll(/"|&quot;/gu, ''),
        );
      const isListed = (name: string, key: 'checksum' | 'md5') =>
        list(name).join() === parts.map(([, part]) => part[key]).join();
      if (!isListed('ETag', 'md5') || !(state.isOld || isListed('ChecksumSHA256', 'checksum'))) {
        return fail(400, 'InvalidPart');
      }
      if (parts.slice(0, -1).some(([, part]) => part.bytes < 5 << 20)) {
        return fail(400, 'EntityTooSmall');
      }
      if (state.joinsWrongly) parts.reverse();
      const sums = parts.map(([, part]) => Buffer.from(part.checksum, 'base64'));
      const whole = Buffer.concat(parts.map(([, part]) => part.body));
      const checksum = `${hash(Buffer.concat(sums))}-${parts.length}`;
      const tags = parts.map(([, part]) => Buffer.from(part.md5, 'hex'));
      const md5 = `${md5Of(Buffer.concat(tags))}-${parts.length}`;
      state.objects.set(key, { bytes: whole.length, checksum, md5, body: whole });
      uploads.delete(id);
      const sum = state.isOld ? '' : tag('ChecksumSHA256', checksum);
      const result = tag('Key', key) + tag('ETag', `"${md5}"`) + sum;
      return { xml: tag('CompleteMultipartUploadResult', result) };
    },
  };

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { pathname, searchParams: query } = new URL(request.url ?? '/', 'http://localhost');
    const { method = 'GET', headers } = request;
    const chunks: Buffer[] = [];
    for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
    const name = nameRequest(method, query);
    if (name === 'UploadPart' && state.partsLeft-- <= 0) {
      request.socket.destroy();
      return;
    }
    const part = query.get('partNumber');
    state.requests.push(part === null ? name : `${name} ${part}`);
    const checksum = headers['x-amz-checksum-sha256'];
    const key = decodeURIComponent(pathname.slice(1));
    const { authorization = '' } = headers;
    const {
      status,
      headers: sent,
      xml,
    } = authorization.includes(`Credential=${ACCESS_KEY}/`)
      ? (operations[name]?.({
          ...{ method, query, body: Buffer.concat(chunks) },
          key: key.slice(key.indexOf('/') + 1),
          checksum: typeof checksum === 'string' ? checksum : undefined,
        }) ?? fail(501, 'NotImplemented'))
      : fail(403, 'InvalidAccessKeyId', `Unknown key: ${authorization}`);
    response.writeHead(status ?? 200, sent);
    response.end(method === 'HEAD' ? undefined : xml);
  };

  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return Object.assign(state, {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  });
}

function nameRequest(method: string, query: URLSearchParams): string {
  if (method === 'HEAD') return 'HeadObject';
  if (query.has('partNumber')) return 'UploadPart';
  if (method === 'PUT') return 'PutObject';
  if (query.has('uploads'))
    return method === 'POST' ? 'CreateMultipartUpload' : 'ListMultipartUploads';
  return method === 'POST' ? 'CompleteMultipartUpload' : 'ListParts';
}
