// Every page of the suite defines `tasks`: what to ask for, and what is right. A seed chooses one of them.
/* global document, tasks -- a script of the suite's pages */

const task = { isOver: false, reward: 0, wanted: null };

function startTask(seed) {
  const chosen = tasks[seed % tasks.length];
  task.wanted = chosen.wanted;
  document.getElementById('instruction').textContent = chosen.say;
}

// The page calls this once something was submitted.
function endTask(given) {
  if (task.isOver) return;
  task.isOver = true;
  task.reward = JSON.stringify(given) === JSON.stringify(task.wanted) ? 1 : -1;
}
