import { mkdirSync } from 'node:fs';
import { join } from 'node:path';

/** A document of a ledger: the vendor's object with its id. */
export interface Document {
  id: string;
}

/** The documents of one kind, in insertion order. */
export interface Collection<T extends Document> {
  /** Inserts the document, or replaces the one with its id, which keeps its position. */
  put(document: T): T;
  get(id: string): T | undefined;
  /** All documents whose top-level fields equal those of `where` (string, number or boolean), oldest first. */
  list(where?: Record<string, string | number | boolean>): T[];
  delete(id: string): void;
}

export interface Ledger {
  collection<T extends Document>(name: string): Collection<T>;
  /** 1, 2, 3 …: the next number of a named sequence. A number is never repeated, not even after a kill. */
  nextNumber(sequence: string): number;
  /**
   * Runs `work` (synchronous) as one transaction: on return all of its writes are on disk, or none. Nested calls join.
   */
  transaction<R>(work: () => R): R;
  /** Empties every collection. Sequences continue, so an old number is never reused. */
  clear(): void;
  close(): void;
}

/**
 * Opens the ledger `<dir>/<name>.sqlite`, and creates both if needed. A completed write survives kill -9 and a power
 * cut (write-ahead log, synchronous FULL). Only one process may use it at a time.
 */
export function openLedger(dir: string, name: string): Ledger {
  mkdirSync(dir, { recursive: true });
  const db = new (sqlite().DatabaseSync)(join(dir, `${name}.sqlite`), { timeout: 5000 });
  db.exec(`
    PRAGMA journal_mode = WAL;
    PRAGMA synchronous = FULL;
    CREATE TABLE IF NOT EXISTS documents (
      position INTEGER PRIMARY KEY AUTOINCREMENT,
      collection TEXT NOT NULL,
      id TEXT NOT NULL,
      body TEXT NOT NULL,
      UNIQUE (collection, id)
    ) STRICT;
    CREATE TABLE IF NOT EXISTS numbers (sequence TEXT PRIMARY KEY, value INTEGER NOT NULL) STRICT;
  `);
  const put = db.prepare(
    'INSERT INTO documents (collection, id, body) VALUES (?, ?, ?) ON CONFLICT (collection, id) DO UPDATE SET body = excluded.body',
  );
  const load = db.prepare('SELECT id, body FROM documents WHERE collection = ? ORDER BY position');
  const remove = db.prepare('DELETE FROM documents WHERE collection = ? AND id = ?');
  const next = db.prepare(
    'INSERT INTO numbers (sequence, value) VALUES (?, 1) ON CONFLICT (sequence) DO UPDATE SET value = value + 1 RETURNING value',
  );
  let inTransaction = false;
  /** What is on disk, parsed and frozen, by collection: a list of thousands of documents costs no parsing. */
  const kept = new Map<string, Map<string, Document>>();

  function documentsOf(collection: string): Map<string, Document> {
    let documents = kept.get(collection);
    if (!documents) {
      documents = new Map(load.all(collection).map((row) => [String(row['id']), parsed(String(row['body']))]));
      kept.set(collection, documents);
    }
    return documents;
  }

  return {
    collection<T extends Document>(collection: string): Collection<T> {
      return {
        put(document) {
          const body = JSON.stringify(document);
          put.run(collection, document.id, body);
          documentsOf(collection).set(document.id, parsed(body));
          return document;
        },
        get: (id) => documentsOf(collection).get(id) as T | undefined,
        list(where = {}) {
          const fields = Object.entries(where);
          const documents = [...documentsOf(collection).values()] as T[];
          if (fields.length === 0) return documents;
          return documents.filter((each) => fields.every(([field, value]) => each[field as keyof T] === value));
        },
        delete(id) {
          remove.run(collection, id);
          documentsOf(collection).delete(id);
        },
      };
    },
    nextNumber: (sequence) => Number(next.get(sequence)!['value']),
    transaction(work) {
      if (inTransaction) return work();
      db.exec('BEGIN IMMEDIATE');
      inTransaction = true;
      try {
        const result = work();
        db.exec('COMMIT');
        return result;
      } catch (error) {
        db.exec('ROLLBACK');
        kept.clear();
        throw error;
      } finally {
        inTransaction = false;
      }
    },
    clear() {
      db.exec('DELETE FROM documents');
      kept.clear();
    },
    close() {
      db.close();
    },
  };
}

/** A document as on disk. It is shared by all readers, so nothing in it can be changed. */
const parsed = (body: string) => JSON.parse(body, (_, value: unknown) => Object.freeze(value)) as Document;

/**
 * node:sqlite, loaded without its ExperimentalWarning, which releases of Node 24 before 24.15 print on first load. Only
 * that warning is dropped, and only while the module loads.
 */
function sqlite(): typeof import('node:sqlite') {
  const emitWarning = process.emitWarning;
  process.emitWarning = ((warning: string | Error, ...rest: never[]) => {
    if (!String(warning).includes('SQLite')) emitWarning.call(process, warning, ...rest);
  }) as typeof process.emitWarning;
  try {
    return process.getBuiltinModule('node:sqlite');
  } finally {
    process.emitWarning = emitWarning;
  }
}
