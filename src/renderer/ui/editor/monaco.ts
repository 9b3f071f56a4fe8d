/** Loads the editor once, when it is first wanted, with the parts we use and our own colours. */
import type { editor } from 'monaco-editor/editor'
import type { JsonObject } from '../../../shared/json/json'
import type { monaco as parts } from './monaco-parts'

export type Monaco = typeof parts

declare global {
  interface Window {
    /** Not yet in TypeScript's own description of the DOM. */
    readonly trustedTypes?: {
      createPolicy(
        name: string,
        rules: { createScriptURL: (url: string) => string }
      ): { createScriptURL(url: string): unknown }
    }
  }
}

let loading: Promise<Monaco> | undefined

export function loadMonaco(): Promise<Monaco> {
  loading ??= load()
  return loading
}

async function load(): Promise<Monaco> {
  // Workers are the one kind of script made at run time; only ours, from our own origin, may be.
  const policy = window.trustedTypes?.createPolicy('patchbay-worker', {
    createScriptURL: (url) => {
      if (new URL(url, location.href).origin === location.origin) return url
      throw new TypeError(`Not a worker of Patchbay: ${url}`)
    }
  })
  const trusted = (url: string): string => (policy?.createScriptURL(url) ?? url) as string

  const [monaco, editorWorker, jsonWorker] = await Promise.all([
    import('./monaco-parts'),
    import('monaco-editor/editor/editor.worker?worker&url'),
    import('monaco-editor/languages/features/json/json.worker?worker&url')
  ])
  window.MonacoEnvironment = {
    getWorker: (_id, label) => {
      const { default: url } = label === 'json' ? jsonWorker : editorWorker
      return new Worker(trusted(url), { type: 'module', name: label })
    }
  }
  defineTheme(monaco.monaco)
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () =>
    defineTheme(monaco.monaco)
  )
  return monaco.monaco
}

/** A text whose path ends so is checked against the schema that `setSchema` was given for it. */
export async function setSchema(
  fileName: string,
  schema: JsonObject,
  isStrict = false
): Promise<void> {
  const { jsonDefaults } = await import('./monaco-parts')
  const known = jsonDefaults.diagnosticsOptions.schemas ?? []
  const uri = `patchbay:${fileName}`
  jsonDefaults.setDiagnosticsOptions({
    ...jsonDefaults.diagnosticsOptions,
    validate: true,
    enableSchemaRequest: false,
    schemas: [
      ...known.filter((other) => other.uri !== uri),
      // Said of this kind of file only: other JSON that is edited here goes over the wire.
      {
        uri,
        fileMatch: [fileName],
        schema: { ...schema, allowComments: !isStrict, allowTrailingCommas: !isStrict }
      }
    ]
  })
}

const THEME = 'patchbay'

function defineTheme(monaco: Monaco): void {
  const isDark = matchMedia('(prefers-color-scheme: dark)').matches
  const token = tokenReader()
  const colours: editor.IColors = {
    'editor.background': token('--surface'),
    'editor.foreground': token('--text'),
    'editorLineNumber.foreground': token('--text-subtle'),
    'editor.selectionBackground': token('--selected'),
    'editor.lineHighlightBorder': token('--border'),
    'editorIndentGuide.background1': token('--border'),
    'editorWidget.background': token('--surface-raised'),
    'editorWidget.border': token('--border'),
    'editorSuggestWidget.background': token('--surface-raised'),
    'editorSuggestWidget.border': token('--border-control'),
    'editorSuggestWidget.foreground': token('--text'),
    'editorSuggestWidget.selectedBackground': token('--selected'),
    'editorSuggestWidget.selectedForeground': token('--text'),
    'editorSuggestWidget.highlightForeground': token('--accent'),
    'editorSuggestWidget.focusHighlightForeground': token('--accent'),
    'scrollbarSlider.background': `${token('--border-control')}80`,
    'scrollbarSlider.hoverBackground': token('--border-control'),
    'scrollbarSlider.activeBackground': token('--border-control'),
    'scrollbar.shadow': token('--surface'),
    'input.background': token('--surface'),
    focusBorder: token('--focus')
  }
  const rule = (name: string, from: string): editor.ITokenThemeRule => ({
    token: name,
    foreground: token(from).slice(1)
  })
  monaco.editor.defineTheme(THEME, {
    base: isDark ? 'vs-dark' : 'vs',
    inherit: true,
    colors: colours,
    rules: [
      rule('string.key.json', '--accent'),
      rule('string.value.json', '--success'),
      rule('number.json', '--warning'),
      rule('keyword.json', '--danger')
    ]
  })
  monaco.editor.setTheme(THEME)
}

/** Tokens choose between light and dark; only an element knows which of the two holds. */
function tokenReader(): (name: string) => string {
  return (name) => {
    const probe = document.createElement('span')
    probe.style.color = `var(${name})`
    document.body.append(probe)
    const [r = 0, g = 0, b = 0] = getComputedStyle(probe).color.match(/\d+/g)?.map(Number) ?? []
    probe.remove()
    return `#${[r, g, b].map((part) => part.toString(16).padStart(2, '0')).join('')}`
  }
}
