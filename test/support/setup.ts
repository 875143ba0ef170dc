/**
 * Runs before each test file. The marker for answers that are already sent must be made before the first server replaces
 * the global `Response`. Otherwise the server answers it a second time, and closes the connection.
 */
import '@hono/node-server/utils/response';
