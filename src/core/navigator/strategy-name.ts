/** How a model is shown the page: WebLINX's text, MindAct's elimination rounds, or a marked picture. */
export const STRATEGY_NAMES = ['weblinx', 'mindact', 'multimodal'] as const;
export type StrategyName = (typeof STRATEGY_NAMES)[number];
