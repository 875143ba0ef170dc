import { defineConfig } from 'drizzle-kit';

export default defineConfig({
  dialect: 'postgresql',
  schema: ['./src/modules/*/schema.ts', './src/db/*-schema.ts'],
  // `npm run gen -- --check` writes to another folder and compares.
  out: process.env.DRIZZLE_OUT ?? './drizzle',
});
