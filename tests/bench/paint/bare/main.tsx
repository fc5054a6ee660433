import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createRoot } from 'react-dom/client';
import { createBrowserRouter, RouterProvider } from 'react-router-dom';
import { createActor, createMachine } from 'xstate';
import './bare.css';

/** A minimal build with the product's libraries, initialised, and one line of text. */
const session = createActor(createMachine({ initial: 'visitor', states: { visitor: {} } })).start();
const router = createBrowserRouter([
  { path: '*', element: <h1>Hello, {session.getSnapshot().matches('visitor') ? 'visitor' : 'you'}</h1> },
]);
const root = document.getElementById('root');
if (!root) throw new Error('the page has no #root element');

createRoot(root).render(
  <QueryClientProvider client={new QueryClient()}>
    <RouterProvider router={router} />
  </QueryClientProvider>,
);
