import { expect, test } from 'vitest';
import {
  AS_IS,
  FLAG,
  inColumn,
  json,
  nullableJson,
  optional,
  Table,
} from '../../../../../worker/core/engine/storage/table.ts';

interface Shelf {
  shelfId: string;
  isOpen: boolean;
  books: string[];
  label: { text: string } | null;
  roomId: string | undefined;
  createdTime: number;
}

const SHELVES = new Table<Shelf>('shelves', {
  shelfId: AS_IS,
  isOpen: FLAG,
  books: json(),
  label: nullableJson(),
  roomId: optional(),
  createdTime: AS_IS,
});

test('a SELECT names every column after its member', () => {
  expect(SHELVES.select('WHERE shelf_id = ?')).toBe(
    'SELECT shelves.shelf_id AS shelfId, shelves.is_open AS isOpen, shelves.books AS books, shelves.label AS label, ' +
      'shelves.room_id AS roomId, shelves.created_time AS createdTime FROM shelves WHERE shelf_id = ?',
  );
});

test('an INSERT has a place for every value, in the order of the values', () => {
  expect(SHELVES.insert('owner')).toBe(
    'INSERT INTO shelves (shelf_id, is_open, books, label, room_id, created_time, owner) VALUES (?, ?, ?, ?, ?, ?, ?)',
  );
  const shelf = { shelfId: 'a', isOpen: true, books: ['b'], label: null, roomId: undefined, createdTime: 1 };
  expect(SHELVES.values(shelf)).toEqual(['a', true, '["b"]', null, null, 1]);
});

test('an upsert changes all but the key and the columns that are kept', () => {
  expect(SHELVES.upsert(['shelfId'], ['createdTime', 'books'], 'owner')).toBe(
    `${SHELVES.insert('owner')} ON CONFLICT (shelf_id) DO UPDATE SET is_open = excluded.is_open, ` +
      'label = excluded.label, room_id = excluded.room_id, owner = excluded.owner',
  );
});

test('a row becomes an item, and a column that was selected besides stays', () => {
  const row = {
    shelfId: 'a',
    isOpen: 0,
    books: '["b"]',
    label: '{"text":"c"}',
    roomId: null,
    createdTime: 1,
  };

  expect(SHELVES.read({ ...row, owner: 'd' })).toEqual({
    shelfId: 'a',
    isOpen: false,
    books: ['b'],
    label: { text: 'c' },
    roomId: undefined,
    createdTime: 1,
    owner: 'd',
  });
});

test('a column may have another name than its member', () => {
  const boxes = new Table<{ boxId: string; contents: string[] }>('boxes', {
    boxId: inColumn('crate_id'),
    contents: json('stuff'),
  });

  expect(boxes.columns).toBe('boxes.crate_id AS boxId, boxes.stuff AS contents');
  expect(boxes.insertOrFail()).toBe('INSERT OR FAIL INTO boxes (crate_id, stuff) VALUES (?, ?)');
  expect(boxes.values({ boxId: 'a', contents: ['b'] })).toEqual(['a', '["b"]']);
  expect(boxes.read({ boxId: 'a', contents: '["b"]' })).toEqual({ boxId: 'a', contents: ['b'] });
});
