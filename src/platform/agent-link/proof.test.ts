import { expect, test } from 'vitest';
import { isProof, makeNonce, makeToken, nameKey, prove } from './proof.ts';

test('a proof holds for its key, prover and nonces only', async () => {
  const key = makeToken();
  const nonces = [makeNonce(), makeNonce()] as const;
  const proof = await prove(key, 'panel', nonces);
  expect(await isProof(proof, key, 'panel', nonces)).toBe(true);
  expect(await isProof(proof, makeToken(), 'panel', nonces)).toBe(false);
  expect(await isProof(proof, key, 'server', nonces)).toBe(false);
  expect(await isProof(proof, key, 'panel', [nonces[0], makeNonce()])).toBe(false);
  expect(await isProof('', key, 'panel', nonces)).toBe(false);
  expect(await isProof('zz', key, 'panel', nonces)).toBe(false);
});

test('the name of a key does not hold it', async () => {
  const key = makeToken();
  expect(await nameKey(key)).toMatch(/^[0-9a-f]{16}$/);
  expect(await nameKey(key)).not.toBe(await nameKey(makeToken()));
});
