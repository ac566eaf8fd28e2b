"use strict";

// Makes the page light where it is dark, and dark where it is light.
document.querySelector(".theme").addEventListener("click", () => {
  const { style } = document.documentElement;
  const isDark = style.colorScheme === "dark" || style.colorScheme === "" && matchMedia("(prefers-color-scheme: dark)").matches;
  style.colorScheme = isDark ? "light" : "dark";
});
