/** Who writes to stdout besides the server, and how to make it stop. */
const ADVICE: readonly (readonly [RegExp, string])[] = [
  [
    /^> \S+@\S+ \S+|^> \S+ \S+/,
    'The lines are those of npm run: add --silent, or start the program itself instead.'
  ],
  [
    /\[dotenv@|dotenvx?\b.*inject/i,
    'The line is that of dotenv: let the server load it with quiet: true, or set DOTENV_CONFIG_QUIET=true in its env.'
  ],
  [
    /^yarn run v|^\$ \S+/,
    'The lines are those of yarn run: add --silent, or start the program itself.'
  ],
  [
    /listening|server (?:is )?(?:running|started)|https?:\/\/(?:localhost|127|0\.0)/i,
    'If it is a server for HTTP, give its address instead; if not, let it write what it logs to stderr.'
  ]
]

export function stdoutAdvice(lines: readonly string[]): string {
  const known = ADVICE.find(([pattern]) => lines.some((line) => pattern.test(line)))
  return (
    known?.[1] ??
    'Let the server write what it logs to stderr: in JavaScript console.error, in Python print(…, file=sys.stderr).'
  )
}
