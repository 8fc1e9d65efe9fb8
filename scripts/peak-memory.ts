/**
 * The start of a command line of Node that prints `peak <kB> <µs>` to standard error at the end: the most memory that the process
 * had, and its processor time. Linux hands the `maxRSS` of the starting process on to the new one, so there VmHWM is read, which
 * is of the new program alone.
 */
const REPORT = `
import { readFileSync } from 'node:fs';
process.on('exit', () => {
  let { maxRSS: peak, userCPUTime, systemCPUTime } = process.resourceUsage();
  if (process.platform === 'linux') {
    peak = /VmHWM:\\s*(\\d+)/.exec(readFileSync('/proc/self/status', 'utf8'))[1];
  }
  console.error('peak', peak, userCPUTime + systemCPUTime);
});`;
export const REPORT_PEAK = ['--import', `data:text/javascript,${encodeURIComponent(REPORT)}`];

/** Returns what such a process printed; null if it didn't get to its end. */
export function readPeak(stderr: string): { peakMb: number; cpuSeconds: number } | null {
  const [, peak, cpu] = /^peak (\d+) (\d+)$/m.exec(stderr) ?? [];
  return peak === undefined || cpu === undefined
    ? null
    : { peakMb: Number(peak) / 1024, cpuSeconds: Number(cpu) / 1e6 };
}
