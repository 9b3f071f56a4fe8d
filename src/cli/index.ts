/** Where the command line begins. What it is made of comes with the code that V8 made of it before. */
import { enableCompileCache } from 'node:module'
import { join } from 'node:path'

// Beside the program, so that nobody can change the one without the other. Where that cannot be
// written, every start compiles anew.
enableCompileCache(join(import.meta.dirname, 'code-cache'))

const { main } = await import('./main')
await main(import.meta.dirname)
