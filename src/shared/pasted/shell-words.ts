/**
 * Splits what a person copied from a terminal into words, as a POSIX shell would. Nothing is run,
 * so whatever only a shell could do is refused by name instead of being passed on as text.
 */

export type ShellLines = {
  /** One list of words for each command line; lines that hold none are left out. */
  readonly lines: readonly (readonly string[])[]
  /** Variables that are filled in when the server starts, as they were written. */
  readonly variables: readonly string[]
}
export type ShellProblem = { readonly problem: string }

const OPERATORS: Readonly<Record<string, string>> = {
  '|': 'joins two commands',
  '&': 'joins two commands or sends one to the background',
  ';': 'ends a command',
  '>': 'writes to a file',
  '<': 'reads from a file',
  '(': 'starts a group of commands',
  ')': 'ends a group of commands'
}
const REMEDY =
  "Put the whole line into sh -c '…' if you want a shell, or write a script and run that."

const WINDOWS_START = /(?:^|[=,;])(?:[A-Za-z]:|\.{1,2}|\\|%\w+%|\$\{\w+\})$/
const WINDOWS_INSIDE = /(?:^|[=,;])(?:[A-Za-z]:|\.{1,2}|\\|%\w+%|\$\{\w+\})\\/
const OWN_REFERENCE = /^\$\{(?:[A-Za-z_]\w*(?::-[^}]*)?|(?:secret|input|env):[^}]+)\}/

export function splitShell(text: string): ShellLines | ShellProblem {
  return new Splitter(text.replace(/\r\n?/g, '\n')).split()
}

class Splitter {
  private at = 0
  private word: string | undefined
  private line: string[] = []
  private readonly lines: (readonly string[])[] = []
  private readonly variables = new Set<string>()

  constructor(private readonly text: string) {}

  split(): ShellLines | ShellProblem {
    while (this.at < this.text.length) {
      const problem = this.step(this.text.charAt(this.at))
      if (problem !== undefined) return { problem }
    }
    this.endLine()
    return { lines: this.lines, variables: [...this.variables] }
  }

  /** Takes what begins here. Gives back what is wrong with it, if something is. */
  private step(char: string): string | undefined {
    if (char === '\n') return this.pass(() => this.endLine())
    if (/\s/.test(char)) return this.pass(() => this.endWord())
    if (char === '#' && this.word === undefined && /^#(\s|$)/.test(this.rest())) {
      this.at += /^[^\n]*/.exec(this.rest())?.[0].length ?? 0
      return undefined
    }
    if (char === "'") return this.single()
    if (char === '"') return this.double()
    if (char === '\\') return this.backslash()
    if ((char === '^' || char === '`') && /^.[ \t]*\n/.test(this.rest())) {
      // Command lines of Windows go on in the next line like this.
      this.at = this.text.indexOf('\n', this.at) + 1
      return undefined
    }
    if (char === '$') return this.dollar()
    if (char === '%') return this.percent()
    return this.operator(char) ?? this.pass(() => this.add(char))
  }

  private pass(action: () => void): undefined {
    action()
    this.at += 1
  }

  private rest(): string {
    return this.text.slice(this.at)
  }

  private add(text: string): void {
    this.word = (this.word ?? '') + text
  }

  private endWord(): void {
    if (this.word !== undefined) this.line.push(this.word)
    this.word = undefined
  }

  private endLine(): void {
    this.endWord()
    if (this.line.length > 0) this.lines.push(this.line)
    this.line = []
  }

  private single(): string | undefined {
    const end = this.text.indexOf("'", this.at + 1)
    if (end === -1) return this.unclosed("'", this.at)
    const inside = this.text.slice(this.at + 1, end)
    for (const [reference] of inside.matchAll(/\$\{[^}]{1,200}\}/g)) this.variables.add(reference)
    this.add(inside)
    this.at = end + 1
    return undefined
  }

  private double(): string | undefined {
    const start = this.at
    this.at += 1
    this.add('')
    while (this.at < this.text.length) {
      const char = this.text.charAt(this.at)
      if (char === '"') return this.pass(() => undefined)
      const problem =
        char === '\\'
          ? this.backslashInDouble()
          : char === '$'
            ? this.dollar()
            : char === '`'
              ? this.operator(char)
              : char === '%'
                ? this.percent()
                : this.pass(() => this.add(char))
      if (problem !== undefined) return problem
    }
    return this.unclosed('"', start)
  }

  private backslashInDouble(): undefined {
    const next = this.text.charAt(this.at + 1)
    if (next === '"' && this.isWindowsPath() && /^\\"(\s|$)/.test(this.rest())) {
      // A folder that ends in a backslash, as "C:\Tools\".
      return this.pass(() => this.add('\\'))
    }
    if (next === '\\' && this.word === '' && /^\\\\\w/.test(this.rest())) {
      this.add('\\\\')
    } else if (next !== '\n') {
      this.add(next !== '' && '$`"\\'.includes(next) ? next : `\\${next}`)
    }
    this.at += 2
  }

  private backslash(): string | undefined {
    const continuation = /^\\[ \t]*\n/.exec(this.rest())
    if (continuation) {
      this.at += continuation[0].length
      return undefined
    }
    const next = this.text.charAt(this.at + 1)
    if (this.word === undefined && /^\\\\\w/.test(this.rest())) {
      this.add('\\\\')
      this.at += 2
    } else if (this.isWindowsPath()) {
      this.add('\\')
      this.at += next === '\\' ? 2 : 1
    } else if (next === '') {
      return `The backslash ${this.place(this.at)} has nothing behind it. Take it away, or paste the line that follows too.`
    } else {
      this.add(next)
      this.at += 2
    }
    return undefined
  }

  private isWindowsPath(): boolean {
    const word = this.word ?? ''
    return WINDOWS_START.test(word) || WINDOWS_INSIDE.test(word)
  }

  private dollar(): string | undefined {
    const rest = this.rest()
    const reference = OWN_REFERENCE.exec(rest)?.[0]
    const bare = /^\$[A-Za-z_]\w*/.exec(rest)?.[0]
    if (reference !== undefined || bare !== undefined) {
      const written = reference ?? bare ?? ''
      this.variables.add(written)
      this.add(reference ?? `\${${written.slice(1)}}`)
      this.at += written.length
      return undefined
    }
    const special = /^\$(?:\(|\{[^}]*\}?|['"](?=\S)|[\d@*#?!$-])/.exec(rest)?.[0]
    if (special === undefined) return this.pass(() => this.add('$'))
    const meaning = special === '$(' ? 'puts in what a command prints' : 'is filled in by a shell'
    return `${special} ${this.place(this.at)} ${meaning}, and no shell is run here. Write the value itself, or $NAME for a variable. ${REMEDY}`
  }

  /** %NAME% of Windows, where a path or a value begins; elsewhere a percent sign is just that. */
  private percent(): undefined {
    const variable = /^%([A-Za-z_]\w*)%/.exec(this.rest())
    if (!variable || !/(^|=)$/.test(this.word ?? '')) return this.pass(() => this.add('%'))
    this.variables.add(variable[0])
    this.add(`\${${variable[1] ?? ''}}`)
    this.at += variable[0].length
  }

  private operator(char: string): string | undefined {
    const place = this.place(this.at)
    if (char === '`') {
      return `The backtick (\`) ${place} puts in what a command prints, and no shell is run here. Write the value itself. ${REMEDY}`
    }
    if (!Object.hasOwn(OPERATORS, char)) return undefined
    const placeholder = /^<[A-Za-z][\w .-]*>/.exec(this.rest())?.[0]
    if (placeholder !== undefined) {
      return `${placeholder} ${place} stands for something you have to fill in. Replace it, with its brackets, by the value.`
    }
    const isUrl = char === '&' && /^https?:\/\//i.test(this.word ?? '')
    if (isUrl) return `The & ${place} is inside an address. Put quotes around the address.`
    const shown = /^(&&|\|\||>>|<<|\|&)/.exec(this.rest())?.[0] ?? char
    const folder =
      shown === '&&' && this.line[0] === 'cd'
        ? ' Leave out cd and && here, and give the folder as the working folder ("cwd").'
        : ''
    return `${shown} ${place} ${OPERATORS[char] ?? ''} in a shell, and no shell is run here.${folder} ${REMEDY} If it belongs to a value, put quotes around the value.`
  }

  private unclosed(quote: string, start: number): string {
    return `The quote ${quote} ${this.place(start)} is never closed. Add the one that is missing.`
  }

  private place(offset: number): string {
    const before = this.text.slice(0, offset)
    const line = before.split('\n').length
    const column = offset - before.lastIndexOf('\n')
    return line === 1 ? `at character ${column}` : `in line ${line}, at character ${column},`
  }
}
