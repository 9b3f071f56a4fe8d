/** Sees what a server's text does to a window, from inside the page and from outside. */
import { expect, type Page } from '@playwright/test'
import { visibleParts } from '../src/shared/text/visible-text'

/** What must never be in the page, whoever asked for it. */
const FORBIDDEN = [
  'object, embed, applet, webview, portal, frameset, base, math, foreignObject, marquee',
  'iframe:not([sandbox=""])',
  'form[action], meta[http-equiv=refresh], a[href], [srcdoc]:not([sandbox=""])',
  'body script, [onerror], [onload], [onfocus], [onclick], [ontoggle]'
].join(', ')

const OWN_SCHEMES = ['app:', 'blob:', 'data:']

/** Sees everything that hostile text can do to a window, and keeps it until it is asked. */
export class Witness {
  /** The characters that were shown by their numbers. */
  readonly marks = new Set<string>()
  private readonly faults: string[] = []

  static async of(window: Page): Promise<Witness> {
    const witness = new Witness(window)
    window.on('dialog', (dialog) => {
      witness.faults.push(`a dialog: ${dialog.message()}`)
      void dialog.dismiss()
    })
    window.on('popup', (page) => witness.faults.push(`a window: ${page.url()}`))
    // What a page in a sandbox asks for is refused on the way; the trap would know if it were not.
    window.on('request', (request) => {
      if (request.frame() !== window.mainFrame()) return
      const { protocol } = new URL(request.url())
      if (!OWN_SCHEMES.includes(protocol)) witness.faults.push(`a request: ${request.url()}`)
    })
    await window.evaluate(() => {
      const calls: string[] = []
      Object.assign(globalThis, { hostileCalls: calls })
      document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) =>
        calls.push(`${effectiveDirective} ${blockedURI}`)
      )
      for (const name of ['alert', 'confirm', 'prompt', 'open']) {
        Object.assign(globalThis, { [name]: () => void calls.push(name) })
      }
    })
    await window.evaluate(watchPage, FORBIDDEN)
    return witness
  }

  private constructor(private readonly window: Page) {}

  /** Looks at all that was on the screen since it looked last. */
  async look(screen: string): Promise<void> {
    const { texts, fields, marks, forbidden } = await this.window.evaluate(takeSeen)
    for (const mark of marks) this.marks.add(mark)
    for (const text of texts) {
      const hidden = marksIn(text)
      if (hidden.length > 0)
        this.faults.push(`${screen}: ${hidden.join(' ')} in ${JSON.stringify(text)}`)
    }
    for (const [value = '', note = ''] of fields) {
      if (marksIn(value).length > 0 && !note.includes(withMarks(value)))
        this.faults.push(`${screen}: no note below a field with ${JSON.stringify(value)}`)
    }
    for (const markup of forbidden) this.faults.push(`${screen}: ${markup}`)
  }

  /** Everything it saw is nothing. */
  async swear(asked: readonly string[]): Promise<void> {
    const calls = await this.window.evaluate(
      () => (globalThis as unknown as { hostileCalls: string[] }).hostileCalls
    )
    expect([...new Set(this.faults)]).toEqual([])
    expect(calls).toEqual([])
    expect(asked).toEqual([])
  }
}

type Seen = {
  readonly texts: string[]
  /** What is in a field, and what is said below it of what cannot be seen there. */
  readonly fields: string[][]
  readonly marks: string[]
  readonly forbidden: string[]
}

/**
 * Runs in the page, and from then on sees whatever comes into it, however short it stays. A field
 * cannot show marks, and has a note that does; what an editor draws has ways of its own.
 */
function watchPage(selector: string): void {
  const seen: Seen = { texts: [], fields: [], marks: [], forbidden: [] }
  const exempt = '.monaco-editor, iframe'
  const names = ['title', 'alt', 'placeholder', 'aria-label', 'aria-description']
  const unlike =
    /[\p{Cc}\p{Cf}\p{Co}\p{Zl}\p{Zp}\p{Variation_Selector}\p{Default_Ignorable_Code_Point}\u2800]/u
  const keep = (text: string): void => {
    if (unlike.test(text)) seen.texts.push(text.slice(0, 2_000))
  }
  const markupOf = ({ outerHTML }: Element): string => outerHTML.slice(0, 200)
  const lookAt = (node: Node): void => {
    const element = node instanceof Element ? node : node.parentElement
    if (!element || element.closest(exempt)) return
    if (node instanceof Text) {
      if (element instanceof HTMLTextAreaElement) return
      keep(node.data)
      seen.marks.push(...(node.data.match(/U\+[0-9A-F]{4,6}/g) ?? []))
    } else for (const name of names) keep(element.getAttribute(name) ?? '')
  }
  const lookAtFields = (): void => {
    for (const field of document.querySelectorAll<HTMLInputElement>('input, textarea')) {
      if (!unlike.test(field.value) || field.closest(exempt)) continue
      const about = (field.getAttribute('aria-describedby') ?? '').split(' ')
      const note = about
        .map((id) => document.getElementById(id)?.textContent ?? '')
        .find((text) => text.startsWith('With what is not visible in it'))
      seen.fields.push([field.value, note ?? ''])
    }
  }
  const lookInto = (top: Node): void => {
    if (top instanceof Element && top.matches(selector)) seen.forbidden.push(markupOf(top))
    const nodes = document.createTreeWalker(top, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT)
    for (let node: Node | null = top; node; node = nodes.nextNode()) lookAt(node)
    if (top instanceof Element) {
      seen.forbidden.push(...[...top.querySelectorAll(selector)].map(markupOf))
    }
  }
  new MutationObserver((changes) => {
    for (const { type, target, addedNodes } of changes) {
      if (type === 'childList') addedNodes.forEach(lookInto)
      else lookAt(target)
    }
    lookAtFields()
  }).observe(document.body, {
    subtree: true,
    childList: true,
    characterData: true,
    attributes: true,
    attributeFilter: names
  })
  Object.assign(globalThis, { hostileSeen: seen })
  lookInto(document.body)
}

/** Runs in the page. */
function takeSeen(): Seen {
  const { hostileSeen: seen } = globalThis as unknown as { hostileSeen: Seen }
  const take = (list: string[]): string[] => [...new Set(list.splice(0))]
  return {
    texts: take(seen.texts),
    fields: seen.fields.splice(0),
    marks: take(seen.marks),
    forbidden: take(seen.forbidden)
  }
}

function withMarks(text: string): string {
  return visibleParts(text)
    .map((part) => (part.kind === 'hidden' ? part.mark : part.text))
    .join('')
}

/** The characters of a text that have to be shown by their numbers. */
export function marksIn(text: string): readonly string[] {
  return visibleParts(text).flatMap((part) => (part.kind === 'hidden' ? [part.mark] : []))
}
