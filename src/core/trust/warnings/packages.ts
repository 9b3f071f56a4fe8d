/** Starters that fetch a package first: whether it is always the same one. */
import type { Launch } from './launches'
import { containerOf } from './containers'

export type Fetched = { readonly what: string; readonly isPinned: boolean; readonly advice: string }

const NPM_VALUES = ['--registry', '--prefix', '--cache', '-w', '--workspace', '--userconfig']
const PYTHON_VALUES = [
  '-p',
  '--python',
  '--with',
  '--with-editable',
  '--with-requirements',
  '--index',
  '--index-url',
  '-i',
  '--extra-index-url',
  '--default-index',
  '--directory',
  '--project',
  '--env-file',
  '--cache-dir',
  '-c',
  '--constraints',
  '--pip-args',
  '--refresh-package'
]

/** What a launch fetches from elsewhere, if it does. */
export function fetchedBy(launch: Launch): readonly Fetched[] {
  const { program, args } = launch
  const [verb = '', second = ''] = args.filter((arg) => !arg.startsWith('-'))
  const behind = (word: string): readonly string[] => args.slice(args.indexOf(word) + 1)
  switch (program) {
    case 'npx':
    case 'pnpx':
    case 'bunx':
      return npmPackages(args)
    case 'npm':
      return verb === 'exec' || verb === 'x' ? npmPackages(behind(verb)) : []
    case 'pnpm':
    case 'yarn':
      return verb === 'dlx' ? npmPackages(behind(verb)) : []
    case 'bun':
      return verb === 'x' ? npmPackages(behind(verb)) : []
    case 'deno':
      return args
        .filter((arg) => /^(?:npm|jsr|https?):/.test(arg))
        .slice(0, 1)
        .map(denoModule)
    case 'uvx':
      return pythonPackages(args, '--from')
    case 'uv':
      if (verb === 'tool' && second === 'run') return pythonPackages(behind(second), '--from')
      return verb === 'run' ? valuesOf(args, ['--with']).map(pythonPackage) : []
    case 'pipx':
      return verb === 'run' ? pythonPackages(behind(verb), '--spec') : []
    case 'go':
      return verb === 'run' && second.includes('.') ? goModule(second) : []
    default: {
      const container = containerOf(launch)
      return container?.image === undefined ? [] : [containerImage(container.image)]
    }
  }
}

/** The file of the folder it starts in from which a starter takes its options, if it does. */
export function obeyedFile({ program, args }: Launch): string | undefined {
  const verb = args.find((arg) => !arg.startsWith('-'))
  switch (program) {
    case 'npx':
    case 'pnpx':
      return '.npmrc'
    case 'npm':
      return verb === 'exec' || verb === 'x' ? '.npmrc' : undefined
    case 'pnpm':
      return verb === 'dlx' || verb === 'exec' ? '.npmrc' : undefined
    case 'yarn':
      return verb === 'dlx' || verb === 'exec' ? '.yarnrc.yml' : undefined
    case 'bunx':
      return 'bunfig.toml'
    case 'bun':
      return verb === 'x' ? 'bunfig.toml' : undefined
    default:
      return undefined
  }
}

const EXACT_NPM = /^v?\d+\.\d+\.\d+(?:[-+][\w.+-]+)?$/
const COMMIT = /[a-f\d]{40}/
const LOCAL = /^(?:\.{1,2}(?:[\\/]|$)|[\\/~]|[A-Za-z]:[\\/]|file:)/

function npmPackages(args: readonly string[]): readonly Fetched[] {
  if (args.includes('--no-install') || args.includes('--no') || args.includes('--offline'))
    return []
  const named = valuesOf(args, ['-p', '--package'])
  const specs = named.length > 0 ? named : [firstWord(args, [...NPM_VALUES, '-c', '--call'])]
  return specs.flatMap((spec) =>
    spec === undefined || spec === '' || LOCAL.test(spec) ? [] : [npmPackage(spec)]
  )
}

function npmPackage(spec: string): Fetched {
  const advice = 'Write its exact version, such as name@1.2.3.'
  if (/^(?:git\+|git:|github:|gitlab:|https?:)|^[\w.-]+\/[\w.-]+(?:#|$)/.test(spec)) {
    return {
      what: spec,
      isPinned: /#[a-f\d]{40}$/.test(spec),
      advice: 'Write the commit behind #.'
    }
  }
  const version = /^(?:@[^@]*|[^@]*)@(.*)$/.exec(spec)?.[1]
  return { what: spec, isPinned: EXACT_NPM.test(version ?? ''), advice }
}

function denoModule(spec: string): Fetched {
  const version = /^[^@]*(?:\/@[^@]*|@[^@/]*\/[^@]*)?@(v?\d[^/]*)/.exec(spec)?.[1]
  const advice = 'Write its exact version, such as npm:name@1.2.3.'
  return { what: spec, isPinned: EXACT_NPM.test(version ?? ''), advice }
}

const EXACT_PYTHON = /^\d+(?:\.\d+)*(?:(?:a|b|rc|\.post|\.dev)\d+)?$/

function pythonPackages(args: readonly string[], option: string): readonly Fetched[] {
  const named = valuesOf(args, [option])
  const spec = named[0] ?? firstWord(args, [...PYTHON_VALUES, option])
  return [spec, ...valuesOf(args, ['--with'])].flatMap((each) =>
    each === undefined || each === '' || LOCAL.test(each) ? [] : [pythonPackage(each)]
  )
}

function pythonPackage(spec: string): Fetched {
  if (/^(?:git\+|https?:)/.test(spec) || / @ /.test(spec)) {
    return { what: spec, isPinned: COMMIT.test(spec), advice: 'Write the commit behind @.' }
  }
  const version = /(?:===?|@)\s*(\S[^]*)$/.exec(spec)?.[1]?.trim()
  const isPinned = EXACT_PYTHON.test(version ?? '')
  return { what: spec, isPinned, advice: 'Write its exact version, such as name==1.2.3.' }
}

function goModule(spec: string): readonly Fetched[] {
  if (LOCAL.test(spec) || spec.endsWith('.go')) return []
  const isPinned = /@v\d+\.\d+\.\d+/.test(spec)
  return [{ what: spec, isPinned, advice: 'Write its exact version, such as @v1.2.3.' }]
}

function containerImage(image: string): Fetched {
  const tag = /:([^/:]+)$/.exec(image)?.[1]
  const isTagged = tag !== undefined && tag !== 'latest' && !tag.includes('${')
  const isPinned = /@sha256:[a-f\d]{64}$/.test(image) || isTagged
  return { what: image, isPinned, advice: 'Write its tag or, better, its digest.' }
}

function valuesOf(args: readonly string[], options: readonly string[]): readonly string[] {
  return args.flatMap((arg, index) => {
    if (options.includes(arg)) return [args[index + 1] ?? '']
    const option = options.find((each) => arg.startsWith(`${each}=`))
    return option === undefined ? [] : [arg.slice(option.length + 1)]
  })
}

/** The first that is neither an option nor the value of one. */
function firstWord(args: readonly string[], withValues: readonly string[]): string | undefined {
  for (let at = 0; at < args.length; at += 1) {
    const arg = args[at] ?? ''
    if (arg === '--') return args[at + 1]
    if (withValues.includes(arg)) at += 1
    else if (!arg.startsWith('-')) return arg
  }
  return undefined
}
