/** What a published phone book is sealed for. */
export const PHONE_BOOK_PURPOSE = 'phone book';
