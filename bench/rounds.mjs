/**
 * Everyone once per round, so that whatever else the machine does falls on all alike. The first
 * round fills caches and does not count. Resolves with what was measured of each, by name.
 *
 * @template Measured
 * @param {readonly { readonly name: string, readonly measure: () => Promise<Measured> }[]} contenders
 * @param {number} rounds
 * @returns {Promise<Record<string, Measured[]>>}
 */
export async function inTurns(contenders, rounds) {
  const times = Object.fromEntries(contenders.map(({ name }) => [name, []]))
  for (let round = 0; round <= rounds; round++) {
    for (const { name, measure } of contenders) {
      const measured = await measure()
      if (round > 0) times[name].push(measured)
    }
  }
  return times
}

/**
 * Like that, for what takes minutes: each round counts. The last build has to be measurable; where
 * another one is not, that is said, and its further rounds are left out.
 *
 * @param {readonly { readonly name: string, readonly folder: string }[]} builds
 * @param {number} rounds
 * @param {(build: { readonly name: string, readonly folder: string }) => Promise<void>} measure
 */
export async function inLongTurns(builds, rounds, measure) {
  const able = new Set(builds)
  for (let round = 1; round <= rounds; round++) {
    for (const build of able) {
      console.log(`\nround ${round} of ${rounds}, ${build.name}`)
      try {
        await measure(build)
      } catch (error) {
        if (build === builds.at(-1)) throw error
        able.delete(build)
        console.log(`${build.name} cannot be measured further: ${error.message}`)
      }
    }
  }
}
