import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { RouterProvider } from 'react-router-dom';
import { Providers } from './app/providers.tsx';
import { createRouter } from './app/router.tsx';
import { createServices } from './app/services.ts';
import { readConfig } from './config.ts';
import './styles/index.css';

const services = createServices(readConfig());
const root = document.getElementById('root');
if (!root) throw new Error('The page has no place for the program');

createRoot(root).render(
  <StrictMode>
    <Providers services={services}>
      <RouterProvider router={createRouter(services)} />
    </Providers>
  </StrictMode>,
);
