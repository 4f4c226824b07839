/** Rules on calls: what was said, and what follows from it. */
import type { Feature } from '../../../engine/context/feature.ts';
import { contactRuleRoutes, ruleEffectRoutes } from './routes.ts';
import { runContactRules } from './running.ts';

/** It stands before conversions in `features.ts`, which see what rules have set. */
export const contactRulesFeature: Feature = {
  routes: [
    { under: 'company', path: '/contact_rules', routes: contactRuleRoutes },
    { under: 'company', path: '/calls', routes: ruleEffectRoutes },
  ],
  react: runContactRules,
};
