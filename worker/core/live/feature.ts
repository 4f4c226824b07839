/** Open consoles, which learn at once what changes. They are in the memory of the object and in its sockets, not in storage. */
import type { Feature } from '../engine/context/feature.ts';
import { LiveCompany, liveOf } from './live-company.ts';
import { liveRoutes } from './routes.ts';

export const liveFeature: Feature = {
  routes: [{ under: 'company', path: '/live', routes: liveRoutes }],
  background: [
    {
      kind: 'ended consoles',
      nextTime: (company) => liveOf(company).nextEnd(),
      run: async (company) => liveOf(company).verify(),
    },
  ],
  saved: (company, saved) => liveOf(company).learn(saved),
  start: (company) => company.memory.set(LiveCompany, new LiveCompany(company, company.sockets)),
  socketReader: {
    receive: (company, socket, message) => liveOf(company).receive(socket, message),
    left: (company, socket) => liveOf(company).left(socket),
  },
};
