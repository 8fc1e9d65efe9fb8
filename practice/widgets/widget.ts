import type { ReactNode } from 'react';

/**
 * Called by a widget with the value that its library reports; dates are `YYYY-MM-DD`, times `HH:mm`. The page keeps
 * the last value in `globalThis.widgetState`, where `npm run bench:widgets` reads it; it is not shown.
 */
export type ReportValue = (value: unknown) => void;

/** A library's widgets, by the name that its catalogue gives them. */
export type Catalogue = Readonly<Record<string, (props: { report: ReportValue }) => ReactNode>>;
