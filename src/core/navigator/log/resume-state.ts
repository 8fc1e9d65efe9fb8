import type { PageAction, TabAction } from '../../action/action.ts';
import type { Task } from '../request/step.ts';
import type { UserAction } from '../run/user-action.ts';

/** An action as a person would name it. */
export interface ActionStep {
  action: PageAction | TabAction;
  description: string;
  /** The user has seen that it's uncertain whether this was done, and may ask for it again. */
  isReported?: true;
}

/** The task that a direct request is working on, and the tasks after it. */
export interface OpenTasks {
  now: Task;
  rest: Task[];
}

/** What a resumed run knows of the interrupted ones. */
export interface ResumeState {
  done: readonly string[];
  uncertain: readonly ActionStep[];
  next: readonly Task[] | null;
  /** What the person did since the last action. */
  userActions?: readonly UserAction[];
}
