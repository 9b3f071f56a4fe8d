/** Reads what the person picked from disk. */

const MAX_BYTES = 10_000_000
/** More than a field for text can show without a halt. */
const MAX_TEXT_BYTES = 1_000_000

export type FileRead =
  | { readonly text: string; readonly problem: undefined }
  | { readonly text: undefined; readonly problem: string }

export function readBase64(file: File): Promise<FileRead> {
  if (file.size > MAX_BYTES) {
    return Promise.resolve(failed('The file is larger than 10 MB, too large for an argument.'))
  }
  return new Promise((resolve) => {
    const reader = new FileReader()
    reader.onload = () => {
      const url = typeof reader.result === 'string' ? reader.result : ''
      resolve({ text: url.slice(url.indexOf(',') + 1), problem: undefined })
    }
    reader.onerror = () => resolve(failed('The file could not be read.'))
    reader.readAsDataURL(file)
  })
}

/** To the letter, also where it begins with a byte order mark. */
export async function readText(file: File): Promise<FileRead> {
  if (file.size > MAX_TEXT_BYTES) {
    return failed('The file is larger than 1 MB, too large for a text field.')
  }
  try {
    const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
    return { text: decoder.decode(await file.arrayBuffer()), problem: undefined }
  } catch (error) {
    return failed(
      error instanceof TypeError
        ? 'The file is not text in UTF-8, and the schema asks for text.'
        : 'The file could not be read.'
    )
  }
}

function failed(problem: string): FileRead {
  return { text: undefined, problem }
}

export function sizeOfBase64(text: string): number {
  const padding = /=*$/.exec(text.slice(-2))?.[0].length ?? 0
  return Math.floor((text.length * 3) / 4) - padding
}
