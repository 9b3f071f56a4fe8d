/** What a command really starts: the programs behind those that only start others, and behind shells. */

export type Launch = {
  /** In lower case, without folder and ending. */
  readonly program: string
  readonly args: readonly string[]
  /** What a shell is given to run, when it is one. */
  readonly script?: string
  readonly isElevating: boolean
}

const SHELLS = new Set(['sh', 'bash', 'zsh', 'fish', 'dash', 'ksh', 'ash', 'csh', 'tcsh', 'nu'])
const POWERSHELLS = new Set(['powershell', 'pwsh'])
const ELEVATING = new Set(['sudo', 'doas', 'pkexec', 'runas', 'su', 'gsudo', 'sudoedit', 'run0'])

/** Programs that start the one they are given, and their options that take a word of their own. */
const WRAPPERS: Readonly<Record<string, readonly string[]>> = {
  env: ['-u', '--unset', '-C', '--chdir'],
  nice: ['-n', '--adjustment'],
  ionice: ['-c', '-n', '-p'],
  timeout: ['-k', '--kill-after', '-s', '--signal'],
  nohup: [],
  xargs: ['-n', '-I', '-P', '-L', '-d', '-s', '-a', '-E'],
  setsid: [],
  stdbuf: ['-i', '-o', '-e'],
  time: ['-f', '-o'],
  command: [],
  exec: ['-a'],
  busybox: [],
  wsl: ['-d', '--distribution', '-u', '--user', '--cd'],
  caffeinate: ['-t', '-w'],
  'cross-env': [],
  dotenv: ['-e'],
  start: [],
  sudo: ['-u', '-g', '-h', '-p', '-C', '-D', '-R', '-T', '-U', '-r', '-t', '--user', '--group'],
  gsudo: ['-u', '--user'],
  doas: ['-u', '-C'],
  run0: ['-u', '--user', '-g', '--group', '-D', '--chdir'],
  pkexec: ['-u', '--user'],
  runas: []
}

const DEEPEST = 6

/** Outermost first. */
export function launchesOf(command: string, args: readonly string[], depth = 0): readonly Launch[] {
  const program = programOf(command)
  const script = scriptOf(program, args)
  const launch: Launch = {
    program,
    args,
    ...(script !== undefined && { script }),
    isElevating: ELEVATING.has(program)
  }
  if (depth >= DEEPEST) return [launch]
  const inner = innerCommands(program, args, script)
  return [
    launch,
    ...inner.flatMap(([first, ...rest]) =>
      first === undefined ? [] : launchesOf(first, rest, depth + 1)
    )
  ]
}

export function programOf(command: string): string {
  const name = command.trim().split(/[\\/]/).at(-1) ?? ''
  return name.toLowerCase().replace(/\.(?:exe|cmd|bat|com|ps1)$/, '')
}

function scriptOf(program: string, args: readonly string[]): string | undefined {
  if (SHELLS.has(program) || program === 'su') return after(args, /^-[a-z]*c$|^--command$/i)
  if (program === 'cmd') {
    const at = args.findIndex((arg) => /^\/[ck]/i.test(arg))
    if (at === -1) return undefined
    return [(args[at] ?? '').slice(2), ...args.slice(at + 1)].join(' ').trim()
  }
  if (POWERSHELLS.has(program)) {
    const encoded = after(args, /^[-/]e(?:c|n[a-z]*)?$/i)
    if (encoded !== undefined) return Buffer.from(encoded, 'base64').toString('utf16le')
    return rest(args, /^[-/]c(?:o[a-z]*)?$/i)
  }
  if (program === 'npx' || program === 'npm') return after(args, /^(?:-c|--call)$/)
  if (program === 'env') return after(args, /^(?:-S|--split-string)$/)
  return undefined
}

function after(args: readonly string[], option: RegExp): string | undefined {
  const at = args.findIndex((arg) => option.test(arg))
  return at === -1 ? undefined : (args[at + 1] ?? '')
}

function rest(args: readonly string[], option: RegExp): string | undefined {
  const at = args.findIndex((arg) => option.test(arg))
  return at === -1 ? undefined : args.slice(at + 1).join(' ')
}

function innerCommands(
  program: string,
  args: readonly string[],
  script: string | undefined
): readonly (readonly string[])[] {
  if (script !== undefined) {
    return script
      .split(/&&|\|\||[;|\n&]/)
      .map(wordsOf)
      .map(withoutAssignments)
  }
  const withValues = Object.hasOwn(WRAPPERS, program) ? WRAPPERS[program] : undefined
  if (!withValues) return []
  let at = 0
  for (; at < args.length; at += 1) {
    const arg = args[at] ?? ''
    if (withValues.includes(arg)) at += 1
    else if (!isSkipped(program, arg)) break
  }
  const inner = args.slice(at)
  // Windows' runas takes the whole command as one word.
  return [program === 'runas' ? wordsOf(inner.join(' ')) : inner]
}

function isSkipped(program: string, arg: string): boolean {
  if (arg.startsWith('-') || (program === 'runas' && arg.startsWith('/'))) return true
  return /^[A-Za-z_]\w*=/.test(arg) || (program === 'timeout' && /^[\d.]+[smhd]?$/.test(arg))
}

function withoutAssignments(words: readonly string[]): readonly string[] {
  const first = words.findIndex((word) => !/^[A-Za-z_]\w*=/.test(word))
  return first === -1 ? [] : words.slice(first)
}

/** As far as warnings need it: quotes keep words together. */
function wordsOf(text: string): readonly string[] {
  const words = text.match(/(?:[^\s"']+|"[^"]*"|'[^']*')+/g) ?? []
  return words.map((word) => word.replace(/["']/g, ''))
}
