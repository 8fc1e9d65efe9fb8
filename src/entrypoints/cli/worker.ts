import { parentPort } from 'node:worker_threads';
import { runTask } from './run-task.ts';
import type { Task } from './run-task.ts';
import type { Line } from './open-input.ts';

export type WorkerMessage = { line: Line } | { done: true };

parentPort?.on('message', (task: Task) => {
  const say = (message: WorkerMessage): void => parentPort?.postMessage(message);
  void runTask(task, (line) => say({ line })).then(() => say({ done: true }));
});
