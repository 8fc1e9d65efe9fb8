import { wrapDialogs } from './wrap-dialogs.ts';

/* Runs in the page's own world, and only while a recording that keeps dialogs is on. */
wrapDialogs(window);
