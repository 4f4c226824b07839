import { app } from './app.ts';

export { Account } from './accounts/account.ts';
export { Company } from './core/company.ts';
export default app;
