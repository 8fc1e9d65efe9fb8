import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const root = fileURLToPath(new URL('../..', import.meta.url));
/** Run, not imported: its types describe AssemblyScript's arrays as those of all the project. */
const COMPILER = join(root, 'node_modules/assemblyscript/bin/asc.js');
const ENTRIES = ['quantise.ts', 'multiply.ts', 'gelu.ts', 'normalise.ts', 'attend.ts'];
const OPTIONS = [
  ...['--optimizeLevel', '3', '--converge', '--noAssert'],
  ...['--runtime', 'stub', '--importMemory', '--initialMemory', '1'],
  // Vectors pass between our own functions only.
  ...['--disableWarning', '112'],
];

/** `kernel/`, compiled with relaxed SIMD or without. Rejects with the compiler's words when it is faulty. */
export async function compileKernel(isRelaxed: boolean): Promise<Buffer> {
  const folder = await mkdtemp(join(tmpdir(), 'wayscribe-kernel-'));
  const file = join(folder, 'kernel.wasm');
  const features = ['--enable', isRelaxed ? 'simd,relaxed-simd' : 'simd'];
  try {
    const order = [COMPILER, ...ENTRIES, ...OPTIONS, ...features, '--outFile', file];
    const run = promisify(execFile);
    const { stderr } = await run(process.execPath, order, { cwd: join(root, 'kernel') });
    if (stderr) throw new Error(stderr);
    return await readFile(file);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
