import fc from 'fast-check'

/** In CI the same cases each time, so that a rare one never stops a change it has nothing to do with. */
const SEED = 20_261_119
const { process } = globalThis as { readonly process?: { readonly env: { readonly CI?: string } } }

if (process?.env.CI) fc.configureGlobal({ seed: SEED })

export { default } from 'fast-check'
