import { app } from './app.ts';

export { Company } from './core/company.ts';
export default app;
