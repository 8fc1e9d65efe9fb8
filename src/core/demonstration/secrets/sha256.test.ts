import { createHash, createHmac } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sha256, hmacSha256 } from './digest.ts';

describe('SHA-256', () => {
  it('agrees with the platform’s own, alone and with a key', () => {
    const bytes = fc.uint8Array({ maxLength: 300 });
    fc.assert(
      fc.property(bytes, bytes, (key, message) => {
        const hash = createHash('sha256').update(message).digest('hex');
        const mac = createHmac('sha256', key).update(message).digest('hex');
        expect(Buffer.from(sha256(message)).toString('hex')).toBe(hash);
        expect(Buffer.from(hmacSha256(key, message)).toString('hex')).toBe(mac);
      }),
    );
  });
});
