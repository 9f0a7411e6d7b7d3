"""The characters that the model knows."""
import string

ASCII = "".join(chr(code) for code in range(33, 127))
ACCENTS = {
    "de": "äöüßÄÖÜẞ", "es": "áéíóúüñÁÉÍÓÚÜÑ", "fr": "àâæçéèêëîïôœùûüÿÀÂÆÇÉÈÊËÎÏÔŒÙÛÜŸ", "pt": "áâãàçéêíóôõúÁÂÃÀÇÉÊÍÓÔÕÚ",
    "it": "àèéìòùÀÈÉÌÒÙ", "nl": "áéëïóöüÁÉËÏÓÖÜ", "pl": "ąćęłńóśźżĄĆĘŁŃÓŚŹŻ", "ro": "ăâîșțşţĂÂÎȘȚŞŢ",
    "cs": "áčďéěíňóřšťúůýžÁČĎÉĚÍŇÓŘŠŤÚŮÝŽ", "sv": "åäöÅÄÖ", "da": "æøåÆØÅ", "no": "æøåÆØÅ", "fi": "äöåšžÄÖÅŠŽ",
    "hu": "áéíóöőúüűÁÉÍÓÖŐÚÜŰ", "tr": "çğıöşüÇĞİÖŞÜâîûÂÎÛ",
}
CURRENCIES = "€£¥₹¢₺₱"
TYPOGRAPHY = "‘’“”„‚«»‹›–—…•·°§©®™¿¡ºª×÷±"

CHARACTERS = "".join(dict.fromkeys(ASCII + CURRENCIES + TYPOGRAPHY + "".join(ACCENTS.values())))
assert not set(CHARACTERS) & set(string.whitespace)
