import { closestComposed } from './composed-tree.ts';
import type { PerformContext, Prepared, Refused } from './context.ts';
import { refuse } from './context.ts';
import { nameElement } from './element-name.ts';

/** Sends a form, as its own button would. */
export function prepareSubmit(target: Element, ctx: PerformContext): Prepared | Refused {
  const form = formOf(target);
  if (!form) return refuse('unsupported', `${nameElement(target)} is not in a form.`);
  const button = isSubmitter(target) && target.form === form ? target : defaultButton(form);
  if (button?.disabled) return refuse('disabled', `${nameElement(button)} is switched off.`);
  const wrong = findInvalid(form, button);
  if (wrong) {
    const reason = ctx.isSecret(wrong) ? '' : `: ${wrong.validationMessage}`;
    return refuse('invalid', `The form was not sent. ${nameElement(wrong)}${reason}`);
  }
  return {
    ok: true,
    subject: form,
    act() {
      form.requestSubmit(button);
      return Promise.resolve(null);
    },
  };
}

export type Submitter = HTMLButtonElement | HTMLInputElement;

/** The form's first submit button in tree order, which the browser presses for Enter (HTML standard). */
export function defaultButton(form: HTMLFormElement): Submitter | null {
  // form.elements leaves picture buttons out, which are submit buttons too.
  const root = form.getRootNode() as Document | ShadowRoot;
  const all = [...root.querySelectorAll('button,input')].filter(isSubmitter);
  return all.find((button) => button.form === form) ?? null;
}

function isSubmitter(element: Element): element is Submitter {
  if (element instanceof HTMLButtonElement) return element.type === 'submit';
  return element instanceof HTMLInputElement && /^(?:submit|image)$/u.test(element.type);
}

function formOf(target: Element): HTMLFormElement | null {
  if (target instanceof HTMLFormElement) return target;
  const owner = 'form' in target && target.form instanceof HTMLFormElement ? target.form : null;
  const around = closestComposed(target, 'form');
  return owner ?? (around instanceof HTMLFormElement ? around : null);
}

/** The first control the browser would refuse. Read, not checked: checking shows bubbles. */
function findInvalid(
  form: HTMLFormElement,
  button: Submitter | null,
): HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement | null {
  if (form.noValidate || button?.formNoValidate) return null;
  for (const control of form.elements) {
    const checked =
      control instanceof HTMLInputElement ||
      control instanceof HTMLSelectElement ||
      control instanceof HTMLTextAreaElement;
    if (checked && control.willValidate && !control.validity.valid) return control;
  }
  return null;
}
