/** Returns a function that runs tasks one after the other; a task that fails does not stop the next one. */
export function createQueue(): <T>(task: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  return (task) => {
    const done = last.then(task);
    last = done.catch(() => undefined);
    return done;
  };
}

export function wait(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

/** Lists a task while it runs, for those that wait for all of `tasks`. */
export function track<T>(tasks: Set<Promise<unknown>>, task: Promise<T>): Promise<T> {
  tasks.add(task);
  void task.finally(() => tasks.delete(task)).catch(() => undefined);
  return task;
}
