// Types, lint, format and style sheets: what can be known without running the app.
import { runTool } from './project.mjs'
import { step } from './report.mjs'
import { checkStyles } from './style-rules.mjs'

export const checks = [
  // Four times as fast as the one before, which the linter still needs.
  { name: 'types', tool: 'typescript-7/bin/tsc', args: ['-b'] },
  { name: 'lint', tool: 'eslint/bin/eslint.js', args: ['--max-warnings=0', '.'] },
  {
    name: 'format',
    tool: 'prettier/bin/prettier.cjs',
    args: ['--check', '--log-level=warn', '.', 'bin/patchbay']
  },
  { name: 'styles', look: checkStyles }
]

/** Runs one check and resolves with whether it holds. */
export async function runCheck({ name, tool, args, look }) {
  let result
  await step(name, async () => {
    result = look ? look() : await runTool(tool, args)
    return result.code === 0 ? 'ok' : 'failed'
  })
  if (result.code !== 0) process.stdout.write(`${result.output.trim()}\n\n`)
  return result.code === 0
}
