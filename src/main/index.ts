/** Where the app begins. What it is made of comes with the code that V8 made of it before. */
import { enableCompileCache } from 'node:module'
import { join } from 'node:path'
import { setFlagsFromString } from 'node:v8'

// A server that floods us leaves garbage so fast that the heap would grow fourfold between two
// collections of it. V8 takes only code that it compiled with the same flags, so this comes first.
setFlagsFromString('--heap-growing-percent=30')

// Beside the program, so that nobody can change the one without the other. Where that cannot be
// written, every start compiles anew.
enableCompileCache(join(import.meta.dirname, 'code-cache'))

await import('./app')
