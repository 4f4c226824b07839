/** Gives settings to other companies of a person, and takes them from one. */
import type { CopyRequest, GivenSettings, ProvenPerson } from '../../../../accounts/other-companies.ts';
import { isObject } from '../../../../shared/http/input.ts';
import { Problem, type Refusal } from '../../../../shared/http/problems.ts';
import type { AddressRules } from '../../../../shared/http/public-addresses.ts';
import { readCompany, takeTemplate } from '../../../company/companies.ts';
import { dniSettingsOf } from '../../../company/dni/saved-settings.ts';
import { settingsOf } from '../../../company/settings/settings.ts';
import { commit } from '../../../engine/commit/commit.ts';
import type { CompanyContext, CompanyState } from '../../../engine/context/company-context.ts';
import { contextOfActor } from '../../../engine/context/contexts.ts';
import type { WriteContext } from '../../../engine/context/request-context.ts';
import { sha256Hex } from '../../../engine/storage/sha256.ts';
import { contactRulesOf } from '../../../phone/transcripts/contact-rules/rules.ts';
import { superAdminFromOther } from '../../../people/memberships/memberships.ts';
import { refusalOf } from '../refusals.ts';
import type { CopyResultBody, SectionBody } from './reference.ts';
import { canonical, type Item, type Plan, planOf, type SectionName, SECTIONS, stateOf } from './plans.ts';
import type { Saving } from './section.ts';
import { SECTION_OF } from './sections.ts';

/** The items of each section that is copied. */
type CopiedSections = Partial<Record<SectionName, Item[]>>;

/** What became of a copy in a company. */
export interface Copied {
  companyName: string;
  status: Exclude<CopyResultBody['status'], 'no_answer'>;
  /** Names what was reviewed; empty if there was nothing to review. */
  reviewed: string;
  sections: SectionBody[];
  refusal?: Refusal;
}

/** Undoes what a dry run has written. */
const UNDO = new Error('A dry run is undone.');

/** Returns settings for another company of the person. @throws Problem those of `superAdminFromOther` */
export function settingsToCopy(
  company: CompanyState,
  person: ProvenPerson,
  sections: readonly string[],
): GivenSettings {
  superAdminFromOther(company, person);
  const name = nameOf(company);
  const given: CopiedSections = Object.fromEntries(
    SECTIONS.filter((section) => sections.includes(section)).map((section) => [
      section,
      SECTION_OF[section].read(company, name),
    ]),
  );
  return { companyId: company.companyId, name, sections: given };
}

/**
 * Takes settings of another company, all of them or none; a dry run tells what would change. What only this company has stays.
 * @throws Problem those of `superAdminFromOther`
 */
export function copySettings(
  company: CompanyContext,
  person: ProvenPerson,
  { request, addresses }: { request: CopyRequest; addresses: AddressRules },
): Copied {
  const user = superAdminFromOther(company, person);
  const given = request.given.sections as CopiedSections;
  const context = contextOfActor(company, { kind: 'user', user });
  const copied: Copied = { companyName: nameOf(company), status: 'unchanged', reviewed: '', sections: [] };
  try {
    return commit(company, context, (write) => {
      const isNew = request.isTemplate === true;
      if (isNew && !takeTemplate(write.database)) return copied;
      const saving = { addresses, isNew };
      const { plans, reviewed } = tried(write, given, saving);
      const isChanged = plans.some((plan) => plan.isChanged);
      const result = { ...copied, reviewed, sections: plans.map(sectionBody) };
      if (!isChanged) return result;
      if (request.isDryRun) return { ...result, status: 'reviewed' };
      if (request.reviewed !== undefined && request.reviewed !== reviewed) {
        return { ...result, status: 'refused', refusal: refusalOf(changedSince()) };
      }
      take(write, given, saving);
      write.audit({
        action: 'settings.copied',
        subject: `company:${request.given.companyId}`,
        detail: { from: request.given.name, settings: Object.keys(given) },
      });
      return { ...result, status: 'copied' };
    });
  } catch (error) {
    return { ...copied, status: 'refused', refusal: refusalOf(error) };
  }
}

/** Takes the settings and undoes it, so that all checks of a save are made. */
function tried(
  context: WriteContext,
  given: CopiedSections,
  saving: Saving,
): { plans: Plan[]; reviewed: string } {
  let plans: Plan[] = [];
  const before = JSON.stringify(
    keysOf(given).map((section) => stateOf(SECTION_OF[section].read(context, ''))),
  );
  try {
    context.attempt(() => {
      plans = take(context, given, saving);
      throw UNDO;
    });
  } catch (error) {
    if (error !== UNDO) throw error;
  } finally {
    settingsOf(context).forget();
    dniSettingsOf(context).forget();
    contactRulesOf(context).forget();
  }
  const after = plans.map(({ items, left }) => [stateOf(items), left]);
  return { plans, reviewed: sha256Hex(JSON.stringify([before, after])) };
}

/** Saves the sections that change. */
function take(context: WriteContext, given: CopiedSections, saving: Saving): Plan[] {
  return keysOf(given).map((name) => {
    const section = SECTION_OF[name];
    const { merge = (value) => value, reasonAgainst, numbersFor } = section;
    const own = section.read(context, '');
    const plan = planOf(
      name,
      { given: given[name] ?? [], own },
      {
        merge,
        reasonAgainst: (item) => reasonAgainst?.(context, item),
        numbersFor: (item) => numbersFor?.(context, item) ?? 0,
        isGivenOrder: section.isOrdered === true,
        isReplaced: saving.isNew && section.isReplaced === true,
      },
    );
    if (plan.isChanged) section.save(context, plan.items, saving);
    return plan;
  });
}

function keysOf(given: CopiedSections): SectionName[] {
  return SECTIONS.filter((section) => section in given);
}

function sectionBody({ section, added, changed, kept, left, isReordered }: Plan): SectionBody {
  return {
    section,
    added,
    changed: changed.map(({ label, before, after, numbers }) => ({
      name: label,
      ...(isObject(before) && isObject(after)
        ? {
            members: Object.keys({ ...before, ...after }).filter(
              (member) => canonical(before[member]) !== canonical(after[member]),
            ),
          }
        : { before, after }),
      ...(numbers === undefined ? {} : { numbers }),
    })),
    kept,
    left: left.map(({ label, reason }) => ({ name: label, reason })),
    is_reordered: isReordered,
  };
}

function nameOf({ database }: CompanyState): string {
  return readCompany(database)?.name ?? '';
}

function changedSince(): Problem {
  return new Problem('precondition_failed', 'The settings were changed after the review. Review them again.');
}
