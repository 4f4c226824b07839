/**
 * Keeps one conversion of each rule and platform for leads that were merged, and gives each lead its own back when a merge is
 * undone. What a platform has stays there under its id: no platform takes a conversion back.
 */
import type { WriteContext } from '../../engine/context/request-context.ts';
import type { ConversionRecord } from '../schema.ts';
import { conversionIdOf, conversionsOfLeads, moveConversions, updateConversion } from './conversion-store.ts';

/** A living lead, and all leads of which it consists: its own id and those of leads that were merged into it. */
interface Family {
  leadId: string;
  members: readonly string[];
}

/**
 * Gives each of these leads the conversion of its family that went out or may have, else the one that waits, else its own. The
 * others of the family do not go out any more. Call it after a merge or its undoing, with the living leads.
 */
export function arrangeConversions(context: WriteContext, leadIds: readonly string[]): void {
  const { database } = context;
  const families = leadIds.map((leadId) => ({ leadId, members: [leadId, ...mergedInto(context, leadId)] }));
  const rows = conversionsOfLeads(
    database,
    families.flatMap(({ members }) => members),
  );
  const groups = Map.groupBy(rows, ({ ruleId, platform }) => `${ruleId} ${platform}`);
  for (const group of groups.values()) {
    const places = families.flatMap((family) => placesIn(family, group));
    moveConversions(database, places);
    for (const { row, isLeft } of places) {
      const after = isLeft ? withdrawn(row) : { ...row, reason: row.reason === 'merged' ? null : row.reason };
      if (after.status === row.status && after.reason === row.reason) continue;
      updateConversion(database, { ...after, changedTime: context.now });
    }
  }
}

/** Returns the record that each conversion of a family belongs to, and whether it is left over. */
function placesIn(
  { leadId, members }: Family,
  group: readonly ConversionRecord[],
): { row: ConversionRecord; recordId: string; isLeft: boolean }[] {
  const owned = group.flatMap((row) => {
    const owner = members.find((member) => conversionIdOf(member, row.ruleId) === row.conversionId);
    return owner === undefined ? [] : [{ row, owner }];
  });
  const isHeld = ({ row }: { row: ConversionRecord }): number => Number(row.recordId === leadId);
  const [best] = owned.toSorted(
    (one, other) => rankOf(other.row) - rankOf(one.row) || isHeld(other) - isHeld(one),
  );
  return owned.map(({ row, owner }) => {
    if (row === best?.row) return { row, recordId: leadId, isLeft: false };
    return { row, recordId: owner === leadId ? (best?.owner ?? owner) : owner, isLeft: true };
  });
}

/** Orders conversions by what the platform may have of them. */
function rankOf({ status, sentValue }: ConversionRecord): number {
  if (status === 'sent' || status === 'accepted') return 4;
  if (status === 'refused') return 1;
  // Without an answer, the platform may have it.
  if (sentValue !== null) return 3;
  return status === 'waiting' ? 2 : 0;
}

/** Returns a conversion that is left over. A platform that has it may still say what became of it. */
function withdrawn(row: ConversionRecord): ConversionRecord {
  if (row.status === 'refused') return row;
  const isWaiting = row.status === 'waiting' || row.status === 'skipped';
  if (!isWaiting) return { ...row, reason: 'merged' };
  return { ...row, status: 'skipped', reason: 'merged', dueTime: null };
}

/** Lists the ids of the leads that were merged into a lead. */
function mergedInto({ database }: WriteContext, leadId: string): string[] {
  return database
    .all<{ secondary_id: string }>(
      `SELECT secondary_id FROM merges
       WHERE survivor_number = (SELECT lead_number FROM leads WHERE lead_id = ?)`,
      leadId,
    )
    .map(({ secondary_id: id }) => id);
}
