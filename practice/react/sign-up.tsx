import type { SubmitEvent } from 'react';
import { useState } from 'react';

const plans = ['Solo', 'Duo', 'Team'] as const;

/** A form of controlled inputs: every value lives in React's state, and the preview renders that state. */
export function SignUp() {
  const [name, setName] = useState('');
  const [email, setEmail] = useState('');
  const [plan, setPlan] = useState('');
  const [newsletter, setNewsletter] = useState(false);
  const [result, setResult] = useState('');

  const missing = [
    name.trim() === '' && 'a name',
    !/^\S+@\S+\.\S+$/.test(email) && 'an email address',
    plan === '' && 'a plan',
  ].filter((part) => part !== false);

  function submit(event: SubmitEvent) {
    event.preventDefault();
    const letters = newsletter ? 'with the newsletter' : 'without the newsletter';
    setResult(`Signed up: ${name}, ${email}, ${plan} plan, ${letters}`);
  }

  return (
    <div className="sign-up">
      <form className="card" onSubmit={submit}>
        <div className="field">
          <label htmlFor="name">Name</label>
          <input
            id="name"
            autoComplete="name"
            value={name}
            onChange={(event) => {
              setName(event.target.value);
            }}
          />
        </div>
        <div className="field">
          <label htmlFor="email">Email</label>
          <input
            id="email"
            type="email"
            autoComplete="email"
            value={email}
            onChange={(event) => {
              setEmail(event.target.value);
            }}
          />
        </div>
        <div className="field">
          <label htmlFor="plan">Plan</label>
          <select
            id="plan"
            value={plan}
            onChange={(event) => {
              setPlan(event.target.value);
            }}
          >
            <option value="">Choose a plan</option>
            {plans.map((option) => (
              <option key={option}>{option}</option>
            ))}
          </select>
        </div>
        <label className="choice">
          <input
            type="checkbox"
            role="switch"
            checked={newsletter}
            onChange={(event) => {
              setNewsletter(event.target.checked);
            }}
          />
          Newsletter
        </label>
        <p className="quiet">
          {missing.length === 0 ? 'All set.' : `Still needed: ${missing.join(', ')}.`}
        </p>
        <button className="primary" type="submit" disabled={missing.length > 0}>
          Sign up
        </button>
      </form>
      <section className="card" aria-labelledby="preview">
        <h2 id="preview">Preview</h2>
        <dl>
          <dt>Name</dt>
          <dd data-testid="name">{name || '–'}</dd>
          <dt>Email</dt>
          <dd data-testid="email">{email || '–'}</dd>
          <dt>Plan</dt>
          <dd data-testid="plan">{plan || '–'}</dd>
          <dt>Newsletter</dt>
          <dd data-testid="newsletter">{newsletter ? 'On' : 'Off'}</dd>
        </dl>
      </section>
      <p id="status" className="status" role="status">
        {result}
      </p>
    </div>
  );
}
