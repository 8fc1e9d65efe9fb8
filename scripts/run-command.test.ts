import { describe, expect, it } from 'vitest';
import { runCommand } from './run-command.mjs';

const WAITS = 'node -e "console.log(1); setTimeout(() => {}, 60000)"';

describe('runCommand', () => {
  it('keeps what was printed and the code', async () => {
    const result = await runCommand('node -e "console.log(7); process.exitCode = 3"');
    expect(result).toMatchObject({ code: 3, output: '7\n', wentQuiet: false });
  });

  it('stops what prints nothing for too long, and says so', async () => {
    const result = await runCommand(WAITS, { quietLimit: 1 });
    expect(result).toMatchObject({ code: 124, wentQuiet: true });
    expect(result.output).toContain('Stopped: it printed nothing for 1 s.');
  });

  it('tells a time that is over from a silence', async () => {
    const result = await runCommand(WAITS, { timeLimit: 1, quietLimit: 50 });
    expect(result).toMatchObject({ code: 124, wentQuiet: false });
    expect(result.output).toContain('Stopped: it took longer than 1 s.');
  });

  it('lets run on what prints now and then', async () => {
    const talks =
      'node -e "let n = 0; const t = setInterval(() => { console.log(n); if (++n > 5) clearInterval(t); }, 1000)"';
    const result = await runCommand(talks, { quietLimit: 4 });
    expect(result).toMatchObject({ code: 0, wentQuiet: false });
  });
});
