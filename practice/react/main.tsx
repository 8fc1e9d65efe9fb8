import { createRoot } from 'react-dom/client';
import { SignUp } from './sign-up.tsx';

const root = document.querySelector('#root');
if (root) createRoot(root).render(<SignUp />);
