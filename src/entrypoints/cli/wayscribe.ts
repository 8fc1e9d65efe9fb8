#!/usr/bin/env node
import { CommanderError } from 'commander';
import { createProgram } from './program.ts';

const USAGE = 2;

// Reading zips piece by piece needs openAsBlob, which Node 20 calls experimental on every start.
process.removeAllListeners('warning');

// A reader that has seen enough (`| head`) is no error.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  process.exit(error.code === 'EPIPE' ? 0 : 1);
});

const program = createProgram(
  {
    out: (text) => void process.stdout.write(text),
    err: (text) => void process.stderr.write(text),
    isTerminal: process.stderr.isTTY,
  },
  (code) => (process.exitCode = code),
);

try {
  await program.parseAsync();
} catch (error) {
  if (!(error instanceof CommanderError)) throw error;
  process.exitCode = error.exitCode === 0 ? 0 : USAGE;
}
