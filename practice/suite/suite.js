/** What a page of the suite wants: each defines `tasks`, and a seed chooses one. */
globalThis.task = { reward: 0, wanted: null };

/** @param {number} seed */
globalThis.startTask = (seed) => {
  const chosen = globalThis.tasks[seed % globalThis.tasks.length];
  globalThis.task.wanted = chosen.wanted;
  document.getElementById('instruction').textContent = chosen.say;
};

/**
 * Called by the page once something was submitted.
 *
 * @param {unknown} given
 */
globalThis.endTask = (given) => {
  const { task } = globalThis;
  if (task.reward !== 0) return;
  task.reward = JSON.stringify(given) === JSON.stringify(task.wanted) ? 1 : -1;
  document.getElementById('instruction').dataset.over = 'true';
};
