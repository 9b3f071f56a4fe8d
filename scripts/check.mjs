// npm run check: types, lint, format and style sheets.
import { checks, runCheck } from './checks.mjs'
import { areDependenciesCurrent, installDependencies } from './dependencies.mjs'
import { failAndExit, step } from './report.mjs'

async function check() {
  if (!areDependenciesCurrent()) await step('dependencies', installDependencies)
  for (const one of checks) {
    if (!(await runCheck(one))) process.exitCode = 1
  }
}

check().catch(failAndExit)
